import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'react'
import { t } from '../state/locale.ts'
import { Icon } from './icon.tsx'
import { Sheet } from './sheet.tsx'

export interface PickFieldProps {
  label: string
  /** What is chosen, in words; empty when nothing is. */
  text: string
  error?: string | null
  /** The page where one chooses … */
  href?: string
  /** … or the choice itself, in a sheet; `close` when it is made. */
  children?: (close: () => void) => ComponentChildren
}

/** Looks like a field and opens a choice, on a page of its own or in a sheet. */
export function PickField({ label, text, error, href, children }: PickFieldProps) {
  const id = useId()
  const [isOpen, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    open(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  const shared = {
    id: `${id}-pick`,
    'aria-labelledby': `${id} ${id}-pick`,
    'aria-describedby': error ? `${id}-note` : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
  }
  const inside = (
    <>
      <span data-empty={text ? undefined : ''}>{text || t('field.pick')}</span>
      <Icon name={href ? 'chevron-right' : 'chevron-down'} size={18} />
    </>
  )
  return (
    <div class={box}>
      <span id={id}>{label}</span>
      {href ? (
        <a {...shared} class="frame" href={href}>
          {inside}
        </a>
      ) : (
        <button
          {...shared}
          class="frame"
          type="button"
          ref={button}
          aria-haspopup="dialog"
          onClick={() => open(true)}
        >
          {inside}
        </button>
      )}
      {error && (
        <p id={`${id}-note`} class="cap" role="alert">
          {error}
        </p>
      )}
      <Sheet isOpen={isOpen} title={label} onClose={close}>
        {isOpen && children?.(close)}
      </Sheet>
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  & > span {
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & > .frame {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-width: 0;
    min-height: 52px;
    padding: 8px 12px 8px 14px;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
    color: var(--text);
    text-align: start;
  }
  & > .frame[aria-invalid] {
    box-shadow: inset 0 0 0 2px var(--neg);
  }
  & > .frame span {
    min-width: 0;
  }
  & [data-empty],
  & > .frame svg {
    flex: none;
    color: var(--text-3);
  }
  & > p {
    color: var(--neg);
  }
`
