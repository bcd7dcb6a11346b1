import { useState } from 'react'
import { keepSecondFactor } from '../../../../../../contract/second-factor.ts'
import { dateTime } from '../../../../../display/calendar.ts'
import { link } from '../../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../../send.ts'
import { t } from '../../../../../state/locale.ts'
import { updateUser } from '../../../../../state/session.ts'
import { feel } from '../../../../../telegram/telegram.ts'
import { Notice } from '../../../../../ui/notice.tsx'

/**
 * That operators are about to take the authenticator away, and the two ways to stop them. Renders nothing when they are
 * not.
 */
export function SecondRemoval({ removeAt }: { removeAt: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, fail] = useState<string | null>(null)

  async function keep() {
    setBusy(true)
    fail(null)
    const reply = await send(keepSecondFactor, {})
    setBusy(false)
    feel(reply.ok ? 'success' : 'error')
    if (!reply.ok) return fail(reply.key === 'account_frozen' ? t('second.held') : refusalText(reply))
    updateUser(reply.data)
  }

  if (!removeAt) return null
  return (
    <>
      <Notice
        tone="warn"
        text={t('second.goes', { time: dateTime(removeAt) })}
        action={
          <>
            <button type="button" disabled={isBusy} onClick={keep}>
              {t('second.keep')}
            </button>
            <a href={link('safeCenter', { freeze: 1 })}>{t('second.notMe')}</a>
          </>
        }
      />
      <Notice text={failure} />
    </>
  )
}
