import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { keepWithdrawalDelay } from '../../../../../contract/safety.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Notice } from '../../../../ui/notice.tsx'

/** A shorter wait that is on its way: from when on, and the two ways to stop it. Renders nothing when there is none. */
export function DelayNext({ user: { delay }, onKept }: { user: UserInfo; onKept: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, fail] = useState<string | null>(null)
  const next = delay?.next

  async function keep() {
    setBusy(true)
    fail(null)
    const reply = await send(keepWithdrawalDelay, {})
    setBusy(false)
    feel(reply.ok ? 'success' : 'error')
    if (!reply.ok) return fail(refusalText(reply))
    updateUser(reply.data)
    onKept()
  }

  if (!next) return null
  return (
    <>
      <Notice
        tone="warn"
        text={nextText(next)}
        action={
          <>
            <button type="button" disabled={isBusy} onClick={keep}>
              {t('delay.keep')}
            </button>
            <a href={link('safeCenter', { freeze: 1 })}>{t('delay.notMe')}</a>
          </>
        }
      />
      <Notice text={failure} />
    </>
  )
}

function nextText({ hours, time }: { hours: number; time: string }): string {
  return hours === 0
    ? t('delay.nextNone', { time: dateTime(time) })
    : t('delay.next', { time: dateTime(time), hours })
}
