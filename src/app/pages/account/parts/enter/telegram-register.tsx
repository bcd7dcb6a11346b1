import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { tgRegister } from '../../../../../contract/telegram.ts'
import { useForm } from '../../../../forms/form.ts'
import { phoneZone } from '../../../../preferences/zone.ts'
import { send } from '../../../../send.ts'
import { deviceKey } from '../../../../start/device-key.ts'
import { startParam } from '../../../../start/launch.ts'
import { t, wireLanguage } from '../../../../state/locale.ts'
import { keys, remember } from '../../../../storage.ts'
import { noteHere } from '../../../../telegram/known-here.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { stack } from '../../../../ui/stack.ts'
import { RefusalNotice, useRefusal } from '../refusal.tsx'
import { Agree } from './agree.tsx'
import { EmailWithCode } from './email-with-code.tsx'
import { InvitationField, Invited } from './invitation-field.tsx'
import { keepBriefly } from './kept-briefly.ts'
import { LaunchUser } from './launch-user.tsx'
import { agree, invitation } from './sign-up-fields.ts'

const shapes = { email: rule.email, code: rule.code, refer: invitation, agree }

export interface TelegramRegisterProps {
  /** Signed launch data of the container. */
  launch: string
  initial: Record<string, string>
  onDone: (answer: z.output<typeof signedIn>) => void
}

/** Makes a customer of whoever Telegram vouches for, with an e-mail address to come back by and no password. */
export function TelegramRegister({ launch, initial, onDone }: TelegramRegisterProps) {
  const form = useForm(shapes, initial)
  const { answer } = useRefusal(form)
  const [kind, id] = startParam(window.glaze?.params ?? null)
  const invitedBy = kind === 'r' && id
  useEffect(() => keepBriefly('register', form.values), [form.values])

  const submit = form.submit(async ({ email, code, refer }) => {
    const reply = await send(tgRegister, {
      initData: launch,
      email,
      code,
      referCode: refer.trim() || undefined,
      lang: wireLanguage(),
      timezone: phoneZone(),
      deviceKey: deviceKey(),
    })
    if (!reply.ok) return answer(reply)
    remember(keys.refer, null)
    noteHere(launch, reply.data.userInfo.id)
    onDone(reply.data)
  })

  return (
    <form class={stack} onSubmit={submit} noValidate>
      <Notice tone="info" text={t('account.register.telegramText')} />
      <LaunchUser launch={launch} />
      <EmailWithCode form={form} type="register" onRefused={answer} />
      {invitedBy ? <Invited code={invitedBy} /> : <InvitationField bound={form.field('refer')} />}
      <Agree bound={form.field('agree')} />
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.register.telegram')}
      </Button>
    </form>
  )
}
