import { useState } from 'react'
import { undoEmail } from '../../../../../contract/account.ts'
import { go, link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { keepBriefly } from './kept-briefly.ts'

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

  function onward(address: string) {
    keepBriefly('forget', { email: address })
    go('forget', {}, { replace: true })
  }

  if (email !== null) {
    return (
      <>
        <Result state="done" title={t('account.undoEmail.done')}>
          <p>{t('account.undoEmail.doneText', { email })}</p>
        </Result>
        <Button onPress={() => onward(email)}>{t('account.undoEmail.on')}</Button>
      </>
    )
  }
  if (isOver) {
    return (
      <>
        <Notice text={t('account.undoEmail.over')} />
        <Button href={link('service')}>{t('account.contact')}</Button>
        <Button kind="plain" href={link('login')}>
          {t('account.forget.login')}
        </Button>
      </>
    )
  }
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
