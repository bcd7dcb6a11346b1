import { useState } from 'react'
import * as z from 'zod/mini'
import type { UserInfo } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { unfreezeAccount } from '../../../../../contract/safety.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { CodeField } from '../../../../forms/code-field.tsx'
import { useForm } from '../../../../forms/form.ts'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { stack } from '../../../../ui/stack.ts'
import { LoginPassword } from '../enter/login-password.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'

const byCode = { code: rule.code }
const byBoth = { ...byCode, password: z.string().check(z.minLength(1, 'required')) }

/** Every secret there is: a code from the e-mail, the login password, then the fund PIN. */
export function UnfreezeForm({ user: { email, passwordSet, pinSet } }: { user: UserInfo }) {
  const form = useForm<Record<string, z.ZodMiniType>>(passwordSet === false ? byCode : byBoth)
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()
  const [isAsking, ask] = useState(false)
  const { code = '', password } = form.values

  async function lift(pin?: string) {
    const proof = { code, ...(password && { password }), ...(pin && { pin }) }
    return await withSecond(second => send(unfreezeAccount, { ...proof, ...second }))
  }

  function take(reply: Awaited<ReturnType<typeof lift>>) {
    ask(false)
    if (reply.ok) updateUser(reply.data)
    else answer(reply)
  }

  const submit = form.submit(async () => (pinSet ? ask(true) : take(await lift())))

  return (
    <>
      <form class={stack} onSubmit={submit} noValidate>
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <CodeField bound={form.field('code')} form={form} email={email} type="unfreeze" onRefused={answer} />
        {passwordSet !== false && <LoginPassword bound={form.field('password')} />}
        <RefusalNotice form={form} />
        <p class="cap">{t('account.freeze.way')}</p>
        <Button type="submit" isBusy={form.isBusy}>
          {t('account.unfreeze')}
        </Button>
      </form>
      <Sheet isOpen={isAsking} title={t('account.unfreeze')} onClose={() => ask(false)}>
        {part ?? (
          <PinAsk
            label={t('account.unfreeze.pin')}
            confirm={t('account.unfreeze')}
            ask={lift}
            onAnswer={take}
          />
        )}
      </Sheet>
    </>
  )
}
