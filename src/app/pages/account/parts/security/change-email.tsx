import { useState } from 'react'
import { type UserInfo, updateEmail } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { maskEmail } from '../../../../../contract/mask.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { CodeField } from '../../../../forms/code-field.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { codeText, fieldText, useForm } from '../../../../forms/form.ts'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { stack } from '../../../../ui/stack.ts'
import { focusWrong, RefusalNotice, useRefusal } from '../refusal.tsx'
import { Done } from './done.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { PinFirst } from './pin-first.tsx'

const draft = 'changeEmail'
const shapes = { email: rule.email, newCode: rule.code, code: rule.code }

/** Another e-mail address: a code from each of the two, then the fund PIN. */
export function ChangeEmail({ user }: { user: UserInfo }) {
  const [given, give] = useState<string | null>(null)

  function finish(known: UserInfo) {
    keepDraft(draft, null)
    give(user.email)
    updateUser(known)
  }

  if (given !== null) return <Changed user={user} old={given} />
  return user.pinSet ? (
    <Addresses user={user} onChanged={finish} />
  ) : (
    <PinFirst text={t('account.changeEmail.pinFirst')} back="/pages/safeCenter/safeCenter?change=email" />
  )
}

function Addresses({ user, onChanged }: { user: UserInfo; onChanged: (known: UserInfo) => void }) {
  const old = user.email
  const form = useForm(shapes, {}, draft)
  const { answer } = useRefusal(form)
  const [isAsking, ask] = useState(false)
  const { withSecond, part } = useSecondCode()
  const { email, newCode, code } = form.values

  const submit = form.submit(async typed => {
    if (typed.email.toLowerCase() !== old) return ask(true)
    form.blame('email', t('account.changeEmail.same'))
    focusWrong()
  })

  function place(reply: No) {
    ask(false)
    const newCode = reply.details?.field === 'newCode' && codeText(reply)
    if (reply.key === 'email_registered') form.blame('email', refusalText(reply) ?? fieldText('email'))
    else if (newCode) form.blame('newCode', newCode)
    else return answer(reply)
    focusWrong()
  }

  return (
    <>
      <Notice tone="info" text={t('account.changeEmail.note')} />
      <HoldNotice user={user} />
      <form class={stack} onSubmit={submit} noValidate>
        <Field
          label={t('account.changeEmail.new')}
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          {...form.field('email')}
        />
        <CodeField
          label={t('account.changeEmail.newCode')}
          bound={form.field('newCode')}
          form={form}
          email={email}
          type="newEmail"
          onRefused={place}
        />
        <CodeField
          label={t('account.changeEmail.oldCode', { email: maskEmail(old) })}
          bound={form.field('code')}
          form={form}
          email={old}
          type="updateEmail"
          onRefused={place}
        />
        <RefusalNotice form={form} />
        <Button type="submit">{t('account.changeEmail.action')}</Button>
      </form>
      <Lost />
      <Sheet isOpen={isAsking} title={t('account.changeEmail.title')} onClose={() => ask(false)}>
        {part ?? (
          <PinAsk
            label={t('account.changeEmail.pin', { email: maskEmail(email) })}
            confirm={t('account.changeEmail.action')}
            ask={pin => withSecond(second => send(updateEmail, { email, newCode, code, pin, ...second }))}
            onAnswer={reply => (reply.ok ? onChanged(reply.data) : place(reply))}
          />
        )}
      </Sheet>
    </>
  )
}

function Lost() {
  return (
    <>
      <p class="cap">{t('account.changeEmail.lost')}</p>
      <Button kind="quiet" href={link('service')}>
        {t('account.contact')}
      </Button>
    </>
  )
}

function Changed({ user, old }: { user: UserInfo; old: string }) {
  return (
    <Done
      title={t('account.changeEmail.done')}
      text={t('account.changeEmail.doneText', { email: user.email, old: maskEmail(old) })}
    >
      <HoldNotice user={user} />
    </Done>
  )
}
