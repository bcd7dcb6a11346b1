import type * as rule from '../../../../contract/field.ts'
import { CodeField, type CodeFieldProps } from '../../../code-field.tsx'
import type { Form } from '../../../form.ts'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'

type Shapes = { email: typeof rule.email; code: typeof rule.code }

export interface EmailWithCodeProps extends Pick<CodeFieldProps, 'type' | 'onRefused'> {
  form: Pick<Form<Shapes>, 'field' | 'values' | 'blame'>
}

/** The address somebody comes back by, and the code that proves it. */
export function EmailWithCode({ form, ...rest }: EmailWithCodeProps) {
  return (
    <>
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        {...form.field('email')}
      />
      <CodeField bound={form.field('code')} form={form} email={form.values.email} {...rest} />
    </>
  )
}
