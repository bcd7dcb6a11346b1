import type { Bound } from '../../../form.ts'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'

/** The code of an invitation, which nobody has to have. */
export function InvitationField({ bound }: { bound: Bound }) {
  return <Field label={t('account.register.refer')} isOptional autoComplete="off" maxLength={64} {...bound} />
}
