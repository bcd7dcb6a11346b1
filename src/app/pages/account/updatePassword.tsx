import { useState } from 'react'
import * as z from 'zod/mini'
import { updatePassword } from '../../../contract/account.ts'
import * as rule from '../../../contract/field.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { fieldText, useForm } from '../../forms/form.ts'
import { useSecondCode } from '../../forms/second-code.tsx'
import { renewUser } from '../../renew-user.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import { send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Result } from '../../ui/seal.tsx'
import { stack } from '../../ui/stack.ts'
import { NewPassword } from './parts/enter/new-password.tsx'
import { focusWrong, RefusalNotice, useRefusal } from './parts/refusal.tsx'
import { HoldNotice } from './parts/security/hold-notice.tsx'

const shapes = {
  password: rule.password,
  repeat: z.string().check(z.minLength(1, 'required')),
  code: rule.code,
}

/** A new login password, proved by an e-mail code. */
export default function UpdatePassword() {
  const user = useMember()
  const form = useForm(shapes)
  const { answer } = useRefusal(form)
  const { withSecond, part } = useSecondCode()
  const [isDone, finish] = useState(false)
  if (!user) return null

  const submit = form.submit(async ({ password, repeat, code }) => {
    if (repeat !== password) {
      form.blame('repeat', fieldText('mismatch'))
      return focusWrong()
    }
    const reply = await withSecond(second => send(updatePassword, { password, code, ...second }))
    if (!reply.ok) return answer(reply)
    finish(true)
    await renewUser()
  })

  if (isDone) {
    return (
      <Page
        key="done"
        title={t('account.newPassword.title')}
        footer={<Button href={link('safeCenter')}>{t('account.newPassword.back')}</Button>}
      >
        <Result state="done" title={t('account.newPassword.done')}>
          <p>{t('account.newPassword.doneText')}</p>
        </Result>
        <HoldNotice user={user} />
      </Page>
    )
  }
  if (part) return <Page title={t('account.newPassword.title')}>{part}</Page>
  return (
    <Page title={t('account.newPassword.title')}>
      <Notice tone="info" text={t('account.newPassword.note')} />
      <HoldNotice user={user} />
      <form class={stack} onSubmit={submit} noValidate>
        <input hidden readOnly name="username" autoComplete="username" value={user.email} />
        <NewPassword
          label={t('account.password.new')}
          password={form.field('password')}
          repeat={form.field('repeat')}
        />
        <CodeField
          bound={form.field('code')}
          form={form}
          email={user.email}
          type="updatePassword"
          onRefused={answer}
        />
        <RefusalNotice form={form} />
        <Button type="submit" isBusy={form.isBusy}>
          {t('account.newPassword.action')}
        </Button>
      </form>
    </Page>
  )
}
