import { useState } from 'react'
import * as z from 'zod/mini'
import { undoSecondFactor } from '../../../../../contract/second-factor.ts'
import { useForm } from '../../../../forms/form.ts'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { type No, plainTrouble } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { stack } from '../../../../ui/stack.ts'
import { focusWrong } from '../refusal.tsx'
import { LinkOver, Undone } from './undone.tsx'

const shapes = { secret: z.string().check(z.minLength(1, 'required')) }

/** Where the letter of a new authenticator leads: it is taken away by the password, or by the PIN of who has none. */
export function UndoSecond({ token, pin }: { token: string; pin: boolean }) {
  const [isPin, usePin] = useState(pin)
  const [isOver, end] = useState(false)
  const [email, finish] = useState<string | null>(null)

  if (email !== null)
    return <Undone email={email} title={t('second.undo.done')} text={t('second.undo.doneText', { email })} />
  if (isOver) return <LinkOver text={t('second.undo.over')} />
  return (
    <>
      <Notice tone="warn" text={t('second.undo.note')} />
      <p>{t('second.undo.text')}</p>
      <Proof
        key={String(isPin)}
        token={token}
        isPin={isPin}
        onPin={() => usePin(true)}
        onOver={() => end(true)}
        onDone={finish}
      />
    </>
  )
}

interface ProofProps {
  token: string
  isPin: boolean
  /** There is no login password, or none any more. */
  onPin: () => void
  onOver: () => void
  onDone: (email: string) => void
}

function Proof({ token, isPin, onPin, onOver, onDone }: ProofProps) {
  const form = useForm(shapes)

  function refuse(no: No) {
    const fields = no.details?.fields as { pin?: string } | undefined
    if (fields?.pin && !isPin) return onPin()
    if (no.key === 'modify_failed') return onOver()
    if (no.key === 'password_locked') return form.refuse(() => t('second.undo.locked'))
    if (no.key !== 'credentials_wrong' && no.key !== 'pin_incorrect')
      return form.refuse(plainTrouble(no)?.text ?? refusalText(no))
    form.blame('secret', () => (isPin ? (plainTrouble(no)?.text ?? refusalText(no)) : t('second.undo.wrong')))
    focusWrong()
  }

  const submit = form.submit(async ({ secret }) => {
    const reply = await send(undoSecondFactor, { token, ...(isPin ? { pin: secret } : { password: secret }) })
    if (reply.ok) onDone(reply.data.email)
    else refuse(reply)
  })

  return (
    <form class={stack} onSubmit={submit} noValidate>
      <Field
        label={t(isPin ? 'account.pin' : 'account.password.login')}
        type="password"
        autoComplete={isPin ? 'off' : 'current-password'}
        enterKeyHint="go"
        {...form.field('secret')}
      />
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('second.undo.action')}
      </Button>
    </form>
  )
}
