import { css } from 'goober'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { UserInfo } from '../../../../../contract/account.ts'
import { bindTelegram } from '../../../../../contract/telegram.ts'
import { useForm } from '../../../../forms/form.ts'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { noteHere } from '../../../../telegram/known-here.ts'
import { plainTrouble } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { LaunchUser } from '../enter/launch-user.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'

const shapes = { secret: z.string().check(z.minLength(1, 'required')) }

export interface BindFormProps {
  user: UserInfo
  /** Signed launch data of the container. */
  launch: string
  onDone: () => void
}

/** Binds the Telegram user of the container to the person who is signed in, proved by login password or fund PIN. */
export function BindForm({ user, launch, onDone }: BindFormProps) {
  const hasPassword = user.passwordSet !== false
  const [isPin, useOther] = useState(!hasPassword)
  if (!hasPassword && !user.pinSet) {
    return (
      <div class={box}>
        <Notice tone="warn" text={t('account.bind.needsSecret')} />
        <Button href={link('updatePassword')}>{t('account.unbind.setPassword')}</Button>
      </div>
    )
  }
  return (
    <div class={box}>
      <LaunchUser launch={launch} />
      <p class="cap">{t('account.bind.hold')}</p>
      <Proof key={String(isPin)} isPin={isPin} user={user} launch={launch} onDone={onDone} />
      {hasPassword && user.pinSet && (
        <Button kind="quiet" onPress={() => useOther(!isPin)}>
          {t(isPin ? 'account.unbind.byPassword' : 'account.bind.byPin')}
        </Button>
      )}
    </div>
  )
}

function Proof({ isPin, user, launch, onDone }: BindFormProps & { isPin: boolean }) {
  const form = useForm(shapes)
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()

  const submit = form.submit(async ({ secret }) => {
    const proof = isPin ? { pin: secret } : { password: secret }
    const reply = await withSecond(code => send(bindTelegram, { initData: launch, ...proof, ...code }))
    if (!reply.ok) {
      answer(reply)
      // How many tries are left, or until when there are none.
      if (reply.key === 'pin_incorrect' || reply.key === 'pin_locked')
        form.refuse(plainTrouble(reply)?.text ?? null)
      return
    }
    noteHere(launch, user.id)
    updateUser(reply.data)
    onDone()
  })

  if (part) return <>{part}</>
  return (
    <form class={box} onSubmit={submit} noValidate>
      <input hidden readOnly name="username" autoComplete="username" value={user.email} />
      <Field
        label={t(isPin ? 'account.pin' : 'account.password.login')}
        type="password"
        autoComplete={isPin ? 'off' : 'current-password'}
        enterKeyHint="go"
        {...form.field('secret')}
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
