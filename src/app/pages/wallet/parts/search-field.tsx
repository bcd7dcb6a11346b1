import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'

export interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onInput: (value: string) => void
}

/** A field one searches with; what is typed can be cleared at once. */
export function SearchField({ label, placeholder, value, onInput }: SearchFieldProps) {
  return (
    <div class={box} role="search">
      <Field
        label={label}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={64}
        value={value}
        onInput={onInput}
        after={
          value && (
            <button type="button" onClick={() => onInput('')}>
              {t('wallet.clear')}
            </button>
          )
        }
      />
    </div>
  )
}

const box = css`
  & > div {
    grid-template-columns: minmax(0, 1fr);
  }
  & ::-webkit-search-cancel-button {
    appearance: none;
  }
`
