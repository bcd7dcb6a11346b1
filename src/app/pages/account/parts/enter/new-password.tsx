import { css } from 'goober'
import { useState } from 'react'
import { type Bound, fieldText } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { Rules } from '../security/rules.tsx'

const rules = [
  ['length', /^.{8,}$/s],
  ['letter', /[A-Za-z]/],
  ['digit', /\d/],
] as const

/** A new login password, with its rules ticked while typing, and once more. */
export function NewPassword({ label, password, repeat }: { label: string; password: Bound; repeat: Bound }) {
  const [wasLeft, leave] = useState(false)
  const differs = wasLeft && repeat.value !== '' && repeat.value !== password.value
  return (
    <>
      <div class={box}>
        <Field label={label} type="password" autoComplete="new-password" enterKeyHint="next" {...password} />
        <Rules
          label={t('account.password.rules')}
          rules={rules.map(([name, pattern]) => [
            t(`account.password.${name}`),
            pattern.test(password.value),
          ])}
        />
      </div>
      <Field
        label={t('account.password.repeat')}
        type="password"
        autoComplete="new-password"
        {...repeat}
        onBlur={() => {
          leave(true)
          repeat.onBlur()
        }}
        error={repeat.error ?? (differs ? fieldText('mismatch') : null)}
      />
    </>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
`
