import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'react'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet.tsx'

export interface PickFieldProps {
  label: string
  /** What is chosen, in words; empty when nothing is. */
  text: string
  error?: string | null
  /** The choice, in a sheet; `close` when it is made. */
  children: (close: () => void) => ComponentChildren
}

/** Looks like a field and opens a choice. */
export function PickField({ label, text, error, children }: PickFieldProps) {
  const id = useId()
  const [isOpen, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    open(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <div class={box}>
      <span id={id}>{label}</span>
      <button
        type="button"
        ref={button}
        id={`${id}-pick`}
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-pick`}
        aria-describedby={error ? `${id}-note` : undefined}
        aria-invalid={error ? 'true' : undefined}
        onClick={() => open(true)}
      >
        <span data-empty={text ? undefined : ''}>{text || t('account.place.pick')}</span>
        <Icon name="chevron-down" size={18} />
      </button>
      {error && (
        <p id={`${id}-note`} class="cap" role="alert">
          {error}
        </p>
      )}
      <Sheet isOpen={isOpen} title={label} onClose={close}>
        {isOpen && children(close)}
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
  & > button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 52px;
    padding: 8px 12px 8px 14px;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
    text-align: start;
  }
  & > button[aria-invalid] {
    box-shadow: inset 0 0 0 2px var(--neg);
  }
  & [data-empty],
  & > button svg {
    flex: none;
    color: var(--text-3);
  }
  & > p {
    color: var(--neg);
  }
`
