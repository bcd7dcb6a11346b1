import { useState } from 'react'
import { sessionRevoke } from '../../../../../contract/session.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { endedText } from './ended-text.ts'

/** What to do about a sign-in that was somebody else's: nothing was lost yet, or somebody is in. */
export function NotMe({ row: { success } }: { row: { success: boolean } }) {
  const [isBusy, setBusy] = useState(false)
  const [ended, end] = useState<number | null>(null)
  const [notice, say] = useState<string | null>(null)

  async function logOutOthers() {
    setBusy(true)
    say(null)
    const reply = await send(sessionRevoke, { id: 'others' })
    setBusy(false)
    if (reply.ok) end(reply.data.ended)
    else say(refusalText(reply))
  }

  return (
    <>
      <p>{t(success ? 'account.log.notMeText' : 'account.log.notMeFailed')}</p>
      <Button href={link('updatePassword')}>{t('account.log.notMe')}</Button>
      {success && (
        <Button kind="plain" href={link('safeCenter', { freeze: 1 })}>
          {t('account.log.freeze')}
        </Button>
      )}
      {success && ended === null && (
        <Button kind="plain" isBusy={isBusy} onPress={logOutOthers}>
          {t('account.sessions.others')}
        </Button>
      )}
      <Notice tone="pos" text={ended === null ? null : endedText(ended)} />
      <Notice text={notice} />
      <Button kind="quiet" href={link('feedback')}>
        {t('account.log.report')}
      </Button>
    </>
  )
}
