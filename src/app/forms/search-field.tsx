import { Field } from '../ui/field.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onInput: (value: string) => void
}

/** A field one searches with; what is typed can be cleared at once. */
export function SearchField({ label, placeholder, value, onInput }: SearchFieldProps) {
  return (
    <div role="search">
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
      />
    </div>
  )
}
