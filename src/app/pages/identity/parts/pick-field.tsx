import { css } from 'goober'
import { useId } from 'react'
import { link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'

export interface PickFieldProps {
  label: string
  /** What is chosen, in words; empty when nothing is. */
  text: string
  /** The name the choice comes back under. */
  field: string
  /** The code that is chosen now. */
  value?: string | undefined
  error?: string | null
}

/** Looks like a field and leads to the list of countries. */
export function PickField({ label, text, field, value, error }: PickFieldProps) {
  const id = useId()
  return (
    <div class={box}>
      <span id={id}>{label}</span>
      <a
        id={`${id}-link`}
        href={link('selectCountry', { field, value })}
        aria-labelledby={`${id} ${id}-link`}
        aria-describedby={error ? `${id}-note` : undefined}
        aria-invalid={error ? 'true' : undefined}
      >
        <span data-empty={text ? undefined : ''}>{text || t('identity.pick')}</span>
        <Icon name="chevron-right" size={18} />
      </a>
      {error && (
        <p id={`${id}-note`} class="cap" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  gap: 6px;
  & > span {
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & a {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 52px;
    padding: 8px 12px 8px 14px;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
    color: var(--text);
    white-space: nowrap;
  }
  & a span {
    min-width: 0;
    white-space: normal;
  }
  & a[aria-invalid] {
    box-shadow: inset 0 0 0 2px var(--neg);
  }
  & [data-empty],
  & svg {
    flex: none;
    color: var(--text-3);
  }
  & p {
    color: var(--neg);
  }
`
