import type { Bound } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'

/** The password that somebody signs in with; `isLast` where nothing comes after it. */
export function LoginPassword({ bound, isLast }: { bound: Bound; isLast?: boolean }) {
  return (
    <Field
      label={t('account.password.login')}
      type="password"
      autoComplete="current-password"
      {...(isLast && { enterKeyHint: 'go' })}
      {...bound}
    />
  )
}
