import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { register } from '../../../contract/account.ts'
import * as rule from '../../../contract/field.ts'
import { later } from '../../chunks/later.tsx'
import { fieldText, useForm } from '../../forms/form.ts'
import { phoneZone } from '../../preferences/zone.ts'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { send } from '../../send.ts'
import { deviceKey } from '../../start/device-key.ts'
import { t, wireLanguage } from '../../state/locale.ts'
import { keys, recall, remember } from '../../storage.ts'
import { initData } from '../../telegram/telegram.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { stack } from '../../ui/stack.ts'
import { useAfterLogin } from './parts/enter/after-login.ts'
import { Agree } from './parts/enter/agree.tsx'
import { EmailWithCode } from './parts/enter/email-with-code.tsx'
import { enter } from './parts/enter/enter.ts'
import { InvitationField } from './parts/enter/invitation-field.tsx'
import { keepBriefly, keptBriefly } from './parts/enter/kept-briefly.ts'
import { LanguageSwitch } from './parts/enter/language-switch.tsx'
import { NewPassword } from './parts/enter/new-password.tsx'
import { OtherPage } from './parts/enter/other-page.tsx'
import { agree, invitation } from './parts/enter/sign-up-fields.ts'
import { focusWrong, RefusalNotice, useRefusal } from './parts/refusal.tsx'

const TelegramRegister = later(() =>
  import('./parts/enter/telegram-register.tsx').then(part => part.TelegramRegister),
)

const shapes = {
  email: rule.email,
  code: rule.code,
  password: rule.password,
  repeat: z.string().check(z.minLength(1, 'required')),
  refer: invitation,
  agree,
}

/** Makes a customer of somebody with an e-mail address; inside Telegram, of whoever Telegram vouches for. */
export default function Register({ query }: PageProps) {
  const [launch, setLaunch] = useState(initData)
  if (useAfterLogin(query.back)) return <Page title={t('account.register.title')}>{null}</Page>
  return (
    <Page title={t('account.register.title')} action={<LanguageSwitch />}>
      {launch ? (
        <TelegramRegister
          launch={launch}
          initial={initial(query.refer)}
          onDone={answer => enter(answer, query.back)}
        />
      ) : (
        <WithPassword query={query} />
      )}
      {initData() && (
        <Button kind="quiet" onPress={() => setLaunch(launch ? null : initData())}>
          {t(launch ? 'account.register.byPassword' : 'account.register.byTelegram')}
        </Button>
      )}
      <OtherPage
        asks={t('account.register.haveAccount')}
        name={t('account.register.login')}
        href={link('login', { back: query.back })}
      />
    </Page>
  )
}

function WithPassword({ query }: Pick<PageProps, 'query'>) {
  const form = useForm(shapes, initial(query.refer))
  const { answer } = useRefusal(form)
  useEffect(() => keepBriefly('register', form.values), [form.values])

  const submit = form.submit(async ({ email, code, password, repeat, refer }) => {
    if (repeat !== password) {
      form.blame('repeat', () => fieldText('mismatch'))
      return focusWrong()
    }
    const referCode = refer.trim() || undefined
    const reply = await send(register, {
      email,
      code,
      password,
      referCode,
      lang: wireLanguage(),
      timezone: phoneZone(),
      deviceKey: deviceKey(),
    })
    if (!reply.ok) return answer(reply)
    remember(keys.refer, null)
    enter(reply.data, query.back)
  })

  return (
    <form class={stack} onSubmit={submit} noValidate>
      <EmailWithCode form={form} type="register" onRefused={answer} />
      <NewPassword
        label={t('account.password.set')}
        password={form.field('password')}
        repeat={form.field('repeat')}
      />
      <InvitationField bound={form.field('refer')} />
      <Agree bound={form.field('agree')} />
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.register.action')}
      </Button>
    </form>
  )
}

/** What was typed before a look at the agreement; else the address of the log-in and the code of an invitation. */
function initial(refer: string | undefined) {
  const draft = keptBriefly('register')
  return {
    ...draft,
    email: draft.email || keptBriefly('login').email || '',
    refer: draft.refer || refer || recall<string>(keys.refer, ''),
  }
}
