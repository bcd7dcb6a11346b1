import { css } from 'goober'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { login } from '../../../contract/account.ts'
import * as rule from '../../../contract/field.ts'
import { tgBind } from '../../../contract/telegram.ts'
import { useForm } from '../../forms/form.ts'
import { useSecondCode } from '../../forms/second-code.tsx'
import { canPasskey } from '../../passkeys/can-passkey.ts'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { send } from '../../send.ts'
import { deviceKey } from '../../start/device-key.ts'
import { t } from '../../state/locale.ts'
import { initData } from '../../telegram/telegram.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useAfterLogin } from './parts/enter/after-login.ts'
import { enter } from './parts/enter/enter.ts'
import { keepBriefly, keptBriefly } from './parts/enter/kept-briefly.ts'
import { LanguageSwitch } from './parts/enter/language-switch.tsx'
import { LaunchUser } from './parts/enter/launch-user.tsx'
import { LoginPassword } from './parts/enter/login-password.tsx'
import { OtherPage } from './parts/enter/other-page.tsx'
import { PasskeyButton } from './parts/enter/passkey-button.tsx'
import { TelegramSignIn } from './parts/enter/telegram-sign-in.tsx'
import { RefusalNotice, useRefusal } from './parts/refusal.tsx'

const shapes = { email: rule.email, password: z.string().check(z.minLength(1, 'required')) }

/** Signs in; inside Telegram with one tap, or links the Telegram account to a customer who proves their password. */
export default function Login({ query }: PageProps) {
  const form = useForm(shapes, { email: keptBriefly('login').email ?? '' })
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()
  const [isBinding, bind] = useState(false)
  const launch = initData()
  const { email } = form.values

  const isLeaving = useAfterLogin(query.back)
  useEffect(() => keepBriefly('login', { email }), [email])

  const submit = form.submit(async values => {
    const proof = { ...values, deviceKey: deviceKey() }
    const reply = await withSecond(code =>
      isBinding && launch
        ? send(tgBind, { initData: launch, ...proof, ...code })
        : send(login, { ...proof, ...code }),
    )
    if (!reply.ok) return answer(reply)
    if (isBinding && launch)
      await known().then(({ noteHere }) => noteHere(launch, reply.data.userInfo.id), ignore)
    enter(reply.data, query.back)
    // Messages are copied to Telegram from now on, if our bot may.
    if (isBinding) import('../../telegram/write-access.ts').then(({ askToWrite }) => askToWrite(), ignore)
  })

  if (isLeaving || part) return <Page title={t('account.login.title')}>{part}</Page>
  return (
    <Page title={t('account.login.title')} action={<LanguageSwitch />}>
      <Hero />
      {launch && !isBinding && (
        <TelegramSignIn
          launch={launch}
          onMissing={() => bind(true)}
          onDone={data => enter(data, query.back)}
        />
      )}
      <Notice tone="info" text={isBinding ? t('account.bind.text') : null} />
      {launch && isBinding && <LaunchUser launch={launch} />}
      <form class={box} onSubmit={submit} noValidate>
        <Field
          label={t('account.email')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          enterKeyHint="next"
          {...form.field('email')}
        />
        <LoginPassword bound={form.field('password')} isLast />
        <a class="forgot" href={link('forget', { back: query.back })}>
          {t('account.login.forgot')}
        </a>
        <RefusalNotice form={form} />
        <Button type="submit" kind={launch && !isBinding ? 'plain' : 'primary'} isBusy={form.isBusy}>
          {t(isBinding ? 'account.bind.action' : 'account.login.action')}
        </Button>
      </form>
      {canPasskey() && (
        <PasskeyButton isOff={form.isBusy || isBinding} onDone={data => enter(data, query.back)} />
      )}
      <OtherWays isBinding={isBinding} back={query.back} onCancel={() => bind(false)} />
    </Page>
  )
}

/** Comes with what listens to the client. */
const known = () => import('../../telegram/known-here.ts')

/** It can be allowed later, in the settings of messages. */
function ignore() {}

interface OtherWaysProps {
  isBinding: boolean
  back: string | undefined
  onCancel: () => void
}

function OtherWays({ isBinding, back, onCancel }: OtherWaysProps) {
  if (!isBinding) {
    return (
      <OtherPage
        asks={t('account.login.noAccount')}
        name={t('account.login.register')}
        href={link('register', { back })}
      />
    )
  }
  return (
    <>
      <Button kind="plain" href={link('register', { back })}>
        {t('account.bind.register')}
      </Button>
      <Button kind="quiet" onPress={onCancel}>
        {t('account.bind.cancel')}
      </Button>
    </>
  )
}

function Hero() {
  return (
    <div class={hero}>
      <i aria-hidden="true">釉</i>
      <div>
        <h2>{t('account.login.hello')}</h2>
        <p class="cap">{t('account.login.helloText')}</p>
      </div>
    </div>
  )
}

const hero = css`
  display: flex;
  flex-wrap: wrap;
  gap: 14px;
  align-items: center;
  padding: 8px 0 12px;
  & i {
    display: grid;
    place-items: center;
    flex: none;
    width: 3.5rem;
    height: 3.5rem;
    border-radius: 18px;
    background: radial-gradient(120% 140% at 15% 0, #c9ded3, #7fae9e);
    color: #14352e;
    font-size: 1.625rem;
    font-style: normal;
    font-weight: 600;
  }
  & div {
    flex: 1;
    min-width: min-content;
  }
  & h2 {
    font-size: 1.5rem;
    line-height: 1.875rem;
  }
`
const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & .forgot {
    justify-self: end;
    display: grid;
    place-items: center;
    min-height: 44px;
    margin: -12px 0;
    font-size: .9375rem;
  }
`
