import { css } from 'goober'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { UserInfo } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { tgUnbind } from '../../../../../contract/telegram.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { CodeField } from '../../../../forms/code-field.tsx'
import { useForm } from '../../../../forms/form.ts'
import { renewUser } from '../../../../renew-user.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { LoginPassword } from '../enter/login-password.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'

const byPassword = { password: z.string().check(z.minLength(1, 'required')) }
const byCode = { code: rule.code }

export interface UnbindFormProps {
  user: UserInfo
  /** Words of the button. */
  action: string
  /** Telegram is unbound. */
  onDone: () => void | Promise<void>
}

/** Unbinds Telegram, proved by the login password or by a code from the e-mail. Not without a way back in. */
export function UnbindForm({ user, action, onDone }: UnbindFormProps) {
  const [isCode, useCodeInstead] = useState(false)
  if (user.passwordSet === false) {
    return (
      <div class={box}>
        <Notice tone="warn" text={t('account.unbind.needsPassword')} />
        <Button href={link('updatePassword')}>{t('account.unbind.setPassword')}</Button>
      </div>
    )
  }
  return (
    <div class={box}>
      {user.tgUnbindResetAt && (
        <p class="cap">{t('account.unbind.reset', { time: dateTime(user.tgUnbindResetAt) })}</p>
      )}
      <Proof key={String(isCode)} isCode={isCode} user={user} action={action} onDone={onDone} />
      <Button kind="quiet" onPress={() => useCodeInstead(!isCode)}>
        {t(isCode ? 'account.unbind.byPassword' : 'account.unbind.byCode')}
      </Button>
    </div>
  )
}

function Proof({ isCode, user: { email }, action, onDone }: UnbindFormProps & { isCode: boolean }) {
  const form = useForm<Record<string, z.ZodMiniType>>(isCode ? byCode : byPassword)
  const { answer } = useRefusal(form)
  const { password, code } = form.values

  const submit = form.submit(async () => {
    const reply = await send(tgUnbind, isCode ? { code } : { password })
    if (!reply.ok) return answer(reply)
    await renewUser()
    await onDone()
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      {isCode ? (
        <CodeField bound={form.field('code')} form={form} email={email} type="tgUnbind" onRefused={answer} />
      ) : (
        <LoginPassword bound={form.field('password')} />
      )}
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {action}
      </Button>
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`
