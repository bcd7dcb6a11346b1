import * as rule from '../../../../../contract/field.ts'
import { maskEmail } from '../../../../../contract/mask.ts'
import { CodeField } from '../../../../forms/code-field.tsx'
import { useForm } from '../../../../forms/form.ts'
import { useSecondCode, type WithCode } from '../../../../forms/second-code.tsx'
import { t } from '../../../../state/locale.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { stack } from '../../../../ui/stack.ts'
import { RefusalNotice, useRefusal } from '../refusal.tsx'

export interface PinCodeFormProps {
  email: string
  save: (proof: { code: string } & WithCode) => Promise<No>
}

/** The last step of a new fund PIN: a code from the e-mail, and one of the authenticator where there is one. */
export function PinCodeForm({ email, save }: PinCodeFormProps) {
  const form = useForm({ code: rule.code })
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()
  const submit = form.submit(async ({ code }) => {
    const reply = await withSecond(second => save({ code, ...second }))
    if (!reply.ok) answer(reply)
  })
  if (part) return <>{part}</>
  return (
    <form class={stack} onSubmit={submit} noValidate>
      <p>{t('account.pin.prove', { email: maskEmail(email) })}</p>
      <CodeField
        bound={form.field('code')}
        form={form}
        email={email}
        type="updatePinCode"
        onRefused={answer}
      />
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.pin.save')}
      </Button>
    </form>
  )
}
