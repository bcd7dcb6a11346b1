import { css } from 'goober'
import { useState } from 'react'
import { type Bound, fieldText } from '../../../form.ts'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

const rules = [
  ['length', /^.{8,}$/s],
  ['letter', /[A-Za-z]/],
  ['digit', /\d/],
] as const

/** A new login password, with its rules ticked while typing, and once more. */
export function NewPassword({ password, repeat }: { password: Bound; repeat: Bound }) {
  const [wasLeft, leave] = useState(false)
  const differs = wasLeft && repeat.value !== '' && repeat.value !== password.value
  return (
    <>
      <div class={box}>
        <Field
          label={t('account.password.new')}
          type="password"
          autoComplete="new-password"
          enterKeyHint="next"
          {...password}
        />
        <ul aria-label={t('account.password.rules')}>
          {rules.map(([name, pattern]) => {
            const isMet = pattern.test(password.value)
            return (
              <li key={name} data-met={isMet ? '' : undefined}>
                <Icon name={isMet ? 'circle-check' : 'info'} size={16} />
                <span>{t(`account.password.${name}`)}</span>
                <span class="sr">{t(isMet ? 'account.password.met' : 'account.password.unmet')}</span>
              </li>
            )
          })}
        </ul>
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
  & ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
  }
  & li {
    display: flex;
    align-items: center;
    gap: 4px;
    font-size: .8125rem;
    line-height: 1.25rem;
    color: var(--text-3);
  }
  & li[data-met] {
    color: var(--pos);
  }
`
