import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useId } from 'react'

interface DigitBoxesProps {
  label: string
  length: number
  value: string
  onInput: (value: string) => void
  /** Dots instead of digits. */
  isSecret?: boolean
  isDisabled?: boolean
  error?: string | null
  /** Beside the label: another way to fill the boxes. */
  after?: ComponentChildren
}

/** A short number in boxes: one field for keyboards and screen readers, drawn as many. */
export function DigitBoxes({
  label,
  length,
  value,
  onInput,
  isSecret = false,
  isDisabled = false,
  error,
  after,
}: DigitBoxesProps) {
  const id = useId()
  return (
    <div class={box}>
      <div class="head">
        <label for={id}>{label}</label>
        {after}
      </div>
      <div class="boxes" data-bad={error ? '' : undefined}>
        <input
          id={id}
          type={(isSecret ? 'password' : 'text') as 'text'}
          data-secret=""
          inputMode="numeric"
          autoComplete="off"
          disabled={isDisabled}
          value={value}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onInput={event => {
            const typed = event.currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, length)
            event.currentTarget.value = typed
            onInput(typed)
          }}
        />
        {Array.from({ length }, (_, index) => (
          <i key={String(index)} aria-hidden="true" data-now={index === value.length ? '' : undefined}>
            {isSecret && value[index] ? '•' : value[index]}
          </i>
        ))}
      </div>
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
  gap: 8px;
  & label {
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & .head,
  & button {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  & .head {
    justify-content: space-between;
  }
  & button {
    min-height: 44px;
    color: var(--accent);
    font-size: .9375rem;
    font-weight: 600;
  }
  & .boxes {
    position: relative;
    display: flex;
    gap: 8px;
  }
  & input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    border: 0;
    opacity: 0;
    font-size: 1rem;
  }
  & i {
    display: grid;
    place-items: center;
    flex: 1;
    max-width: 64px;
    min-height: 56px;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
    font-size: 1.5rem;
    font-style: normal;
    font-variant-numeric: tabular-nums;
  }
  & input:focus ~ i[data-now],
  & input:focus ~ i:last-child:not(:empty) {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & input:disabled ~ i {
    opacity: .65;
  }
  & .boxes[data-bad] input ~ i:nth-child(n) {
    box-shadow: inset 0 0 0 2px var(--neg);
  }
  & p {
    color: var(--neg);
  }
`
