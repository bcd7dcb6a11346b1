import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { forget } from '../../../contract/account.ts'
import type { Output } from '../../../contract/call.ts'
import * as rule from '../../../contract/field.ts'
import { later } from '../../chunks/later.tsx'
import { fieldText, useForm } from '../../forms/form.ts'
import { useSecondCode } from '../../forms/second-code.tsx'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { send } from '../../send.ts'
import { deviceKey } from '../../start/device-key.ts'
import { loadWords, t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Result } from '../../ui/seal.tsx'
import { stack } from '../../ui/stack.ts'
import { EmailWithCode } from './parts/enter/email-with-code.tsx'
import { dropBriefly, keepBriefly, keptBriefly } from './parts/enter/kept-briefly.ts'
import { LanguageSwitch } from './parts/enter/language-switch.tsx'
import { NewPassword } from './parts/enter/new-password.tsx'
import { focusWrong, RefusalNotice, useRefusal } from './parts/refusal.tsx'

const UndoSecond = later(async () => {
  const [{ UndoSecond }] = await Promise.all([import('./parts/enter/undo-second.tsx'), loadWords('second')])
  return UndoSecond
})
const UndoEmail = later(() => import('./parts/enter/undo-email.tsx').then(part => part.UndoEmail))

const shapes = {
  email: rule.email,
  code: rule.code,
  password: rule.password,
  repeat: z.string().check(z.minLength(1, 'required')),
}

/** A new password for somebody who forgot theirs; the ways back to an address that was changed, and from a new authenticator. */
export default function Forget({ query }: PageProps) {
  if (query.second) {
    return (
      <Page title={t('account.undoSecond')} action={<LanguageSwitch />}>
        <UndoSecond token={query.second} pin={query.pin === '1'} />
      </Page>
    )
  }
  if (!query.undo) return <NewPasswordByCode back={query.back} />
  return (
    <Page title={t('account.undoEmail.title')} action={<LanguageSwitch />}>
      <UndoEmail token={query.undo} />
    </Page>
  )
}

function NewPasswordByCode({ back }: { back: string | undefined }) {
  const draft = keptBriefly('forget')
  const form = useForm(shapes, { ...draft, email: draft.email || keptBriefly('login').email || '' })
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()
  const [done, finish] = useState<Output<typeof forget> | null>(null)
  useEffect(() => keepBriefly('forget', form.values), [form.values])

  const submit = form.submit(async ({ email, code, password, repeat }) => {
    if (repeat !== password) {
      form.blame('repeat', () => fieldText('mismatch'))
      return focusWrong()
    }
    const proof = { email, code, password, deviceKey: deviceKey() }
    const reply = await withSecond(code => send(forget, { ...proof, ...code }))
    if (!reply.ok) return answer(reply)
    keepBriefly('login', { email })
    dropBriefly('forget')
    finish(reply.data)
  })

  if (done) {
    return (
      <Page
        key="done"
        title={t('account.forget.title')}
        footer={<Button href={link('login', { back })}>{t('account.forget.login')}</Button>}
      >
        <Result state="done" title={t('account.forget.done')}>
          <p>{t(done.telegramUnbound ? 'account.forget.doneUnbound' : 'account.forget.doneText')}</p>
          {!!done.passkeysRemoved && <p>{t('account.forget.passkeys', { count: done.passkeysRemoved })}</p>}
        </Result>
      </Page>
    )
  }
  if (part) return <Page title={t('account.forget.title')}>{part}</Page>
  return (
    <Page title={t('account.forget.title')} action={<LanguageSwitch />}>
      <Notice tone="info" text={t('account.forget.note')} />
      <form class={stack} onSubmit={submit} noValidate>
        <EmailWithCode form={form} type="forget" onRefused={answer} />
        <NewPassword
          label={t('account.password.new')}
          password={form.field('password')}
          repeat={form.field('repeat')}
        />
        <RefusalNotice form={form} />
        <Button type="submit" isBusy={form.isBusy}>
          {t('account.forget.action')}
        </Button>
      </form>
    </Page>
  )
}
