import type * as rule from '../../../../../contract/field.ts'
import { CodeField, type CodeFieldProps } from '../../../../forms/code-field.tsx'
import { type Bound, type Form, fieldText } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'

type Shapes = { email: typeof rule.email; code: typeof rule.code }

export interface EmailWithCodeProps extends Pick<CodeFieldProps, 'type' | 'onRefused'> {
  form: Pick<Form<Shapes>, 'field' | 'values' | 'blame'>
}

/** The address somebody comes back by, and the code that proves it. */
export function EmailWithCode({ form, ...rest }: EmailWithCodeProps) {
  const bound = form.field('email')
  return (
    <>
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        {...bound}
        error={reasoned(bound)}
      />
      <CodeField bound={form.field('code')} form={form} email={form.values.email} {...rest} />
    </>
  )
}

/** The error of the field; for what looks like an address and is refused by our rule, the rule in words. */
function reasoned({ value, error }: Bound): string | null {
  const isMeant = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)
  return isMeant && error === fieldText('email') ? t('account.emailRule') : error
}
