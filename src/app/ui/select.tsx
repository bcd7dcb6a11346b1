import { css } from 'goober'
import { useId } from 'react'
import { Icon } from './icon.tsx'

export interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  hint?: string
  error?: string | null
}

/** A choice of a few: the system's own list, which every phone does best. */
export function Select<T extends string>({ label, value, options, onChange, hint, error }: SelectProps<T>) {
  const id = useId()
  return (
    <div class={box}>
      <label for={id}>{label}</label>
      <div>
        <select
          id={id}
          value={value}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onChange={event => onChange(event.currentTarget.value as T)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} />
      </div>
      {(error || hint) && (
        <p id={`${id}-note`} class="cap" style={error ? 'color:var(--neg)' : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  & label {
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & div {
    display: grid;
    align-items: center;
  }
  & div > * {
    grid-area: 1 / 1;
  }
  & svg {
    justify-self: end;
    margin-inline-end: 12px;
    color: var(--text-3);
    pointer-events: none;
  }
  & select {
    appearance: none;
    width: 100%;
    min-height: 52px;
    padding: 0 40px 0 14px;
    border: 0;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
`
