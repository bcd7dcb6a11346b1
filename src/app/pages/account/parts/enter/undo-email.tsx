import { useState } from 'react'
import { undoEmail } from '../../../../../contract/account.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { LinkOver, Undone } from './undone.tsx'

/** Where the letter to the old address leads: nothing happens before the button, for mail programs open links too. */
export function UndoEmail({ token }: { token: string }) {
  const [isBusy, setBusy] = useState(false)
  const [isSilent, fallSilent] = useState(false)
  const [isOver, end] = useState(false)
  const [email, restore] = useState<string | null>(null)

  async function undo() {
    setBusy(true)
    fallSilent(false)
    const reply = await send(undoEmail, { token })
    setBusy(false)
    if (reply.ok) restore(reply.data.email)
    else if (reply.key === 'network') fallSilent(true)
    else end(true)
  }

  if (email !== null) {
    const text = t('account.undoEmail.doneText', { email })
    return <Undone email={email} title={t('account.undoEmail.done')} text={text} />
  }
  if (isOver) return <LinkOver text={t('account.undoEmail.over')} />
  return (
    <>
      <Notice tone="warn" text={t('account.undoEmail.note')} />
      <p>{t('account.undoEmail.text')}</p>
      <Notice text={isSilent ? t('refusal.network') : null} />
      <Button isBusy={isBusy} onPress={undo}>
        {t('account.undoEmail.action')}
      </Button>
    </>
  )
}
