import { css } from 'goober'
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useState } from 'react'
import { t } from '../state/locale.ts'
import { afterPress } from '../touch/press.ts'
import { Icon } from './icon.tsx'

export interface FieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  onBlur?: () => void
  name?: string
  /** A sentence under the field that helps before anything is wrong. */
  hint?: string | undefined
  /** What is wrong, in words; null when nothing is. */
  error?: string | null | undefined
  type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'date'
  /** `decimal` gives an amount with a point, however its digits, point and thousands were written. */
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'search'
  /** What the phone may fill in; nothing, unless told. */
  autoComplete?: string
  /** What the key for the next line says where there is one line only; `done`, unless told. */
  enterKeyHint?: 'next' | 'done' | 'go' | 'search' | 'send'
  placeholder?: string
  maxLength?: number
  isOptional?: boolean
  /** Several lines of text. */
  rows?: number
  /** An address, a hash: no words that a keyboard might mend. */
  isCode?: boolean
  /** Inside the frame on the right: a short button or a unit. */
  after?: ComponentChildren
}

/** One field of a form: label above, hint or error below, both told to screen readers. */
export function Field(props: FieldProps) {
  const { label, value, onInput, onBlur, hint, error, type = 'text', isOptional, rows, after } = props
  const id = useId()
  const [isShown, show] = useState(false)
  const shared: InputHTMLAttributes = {
    id,
    name: props.name,
    value,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    autoComplete: (props.autoComplete ?? 'off') as InputHTMLAttributes['autoComplete'],
    enterKeyHint: props.enterKeyHint ?? (rows ? undefined : 'done'),
    ...(props.isCode && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' }),
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
    // What is said of it then has a line of its own, and what lies below makes room: not under the finger that left it.
    onBlur: onBlur && (() => afterPress(onBlur)),
  }
  return (
    <div class={box}>
      <label for={id}>
        {label}
        {isOptional && <span class="cap">{t('field.optional')}</span>}
      </label>
      <div class="frame" data-bad={error ? '' : undefined}>
        {rows ? (
          <textarea
            {...(shared as object)}
            rows={rows}
            onInput={event => onInput(event.currentTarget.value)}
          />
        ) : (
          <input
            {...(shared as object)}
            type={(isShown ? 'text' : type) as 'text'}
            data-secret={type === 'password' ? '' : undefined}
            autoCapitalize={!props.isCode && (type === 'text' || type === 'search') ? undefined : 'none'}
            inputMode={props.inputMode}
            onInput={({ currentTarget: { value } }) =>
              onInput(props.inputMode === 'decimal' ? amountIn(value) : value)
            }
          />
        )}
        {type === 'password' && (
          <button type="button" onClick={() => show(!isShown)}>
            {t(isShown ? 'field.hide' : 'field.show')}
          </button>
        )}
        {type === 'search' && <SearchSign isEmpty={!value} onClear={() => onInput('')} />}
        {after}
      </div>
      {(error || hint) && (
        <p id={`${id}-note`} class="cap" data-bad={error ? '' : undefined} role={error ? 'alert' : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}

/** A glass; once something is searched for, the way to clear it. */
function SearchSign({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return isEmpty ? (
    <span class="sign">
      <Icon name="search" size={20} />
    </span>
  ) : (
    <button type="button" class="sign" aria-label={t('field.clear')} onClick={onClear}>
      <Icon name="x" size={20} />
    </button>
  )
}

/** Thousands set apart are those of a whole amount that was pasted: no amount here has three digits after its point. */
function amountIn(text: string): string {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/^0+(?=\d)/, '')
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed)
    ? typed.replaceAll(',', '')
    : typed.replace(/[,。]/, '.')
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  & label {
    display: flex;
    justify-content: space-between;
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & .frame {
    display: flex;
    min-width: 0;
    align-items: center;
    min-height: 52px;
    border-radius: 12px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  & .frame:focus-within {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & .frame[data-bad] {
    box-shadow: inset 0 0 0 2px var(--neg);
  }
  & input,
  & textarea {
    flex: 1;
    min-width: 0;
    padding: 13px 14px;
    border: 0;
    border-radius: 12px;
    background: none;
    outline: 0;
    resize: none;
  }
  & input::placeholder,
  & textarea::placeholder {
    color: var(--text-3);
  }
  & .frame button {
    flex: none;
    min-height: 44px;
    padding: 0 14px;
    color: var(--accent);
    font-size: .875rem;
    font-weight: 600;
  }
  & .frame .sign {
    padding: 0 14px;
    color: var(--text-3);
    line-height: 0;
  }
  & ::-webkit-search-cancel-button {
    appearance: none;
  }
  & .frame button:disabled {
    color: var(--text-3);
  }
  & p[data-bad] {
    color: var(--neg);
  }
`
