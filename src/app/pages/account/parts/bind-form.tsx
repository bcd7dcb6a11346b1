import { css } from 'goober'
import * as z from 'zod/mini'
import { tgBind } from '../../../../contract/account.ts'
import { useForm } from '../../../form.ts'
import { send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { signIn } from '../../../state/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { RefusalNotice, useRefusal } from './refusal.tsx'

const shapes = { password: z.string().check(z.minLength(1, 'required')) }

/** Binds the Telegram user of the container to the person who is signed in, proved by the login password. */
export function BindForm({ email, launch, onDone }: { email: string; launch: string; onDone: () => void }) {
  const form = useForm(shapes)
  const { answer } = useRefusal(form)

  const submit = form.submit(async ({ password }) => {
    const reply = await send(tgBind, { initData: launch, email, password })
    if (!reply.ok) return answer(reply)
    signIn(reply.data)
    onDone()
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <Field
        label={t('account.password.login')}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.bind.link')}
      </Button>
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`
