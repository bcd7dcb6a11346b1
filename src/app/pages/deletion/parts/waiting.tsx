import { css } from 'goober'
import { useState } from 'react'
import { cancelDelete } from '../../../../contract/deletion.ts'
import { date, dateTime } from '../../../display/calendar.ts'
import { refusalText, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Result } from '../../../ui/seal.tsx'
import { Summary } from '../../../ui/summary.tsx'

const dayMs = 24 * 60 * 60_000

/** The days in which it can be taken back. */
export function Waiting({
  deletion: { askedAt, deleteAt },
  onUndone,
}: {
  deletion: { askedAt: string; deleteAt: string }
  onUndone: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const days = Math.max(0, Math.ceil((Date.parse(deleteAt) - Date.now()) / dayMs))

  async function undo() {
    setBusy(true)
    say(null)
    const reply = await send(cancelDelete, {})
    setBusy(false)
    if (reply.ok) onUndone()
    else say(refusalText(reply))
  }

  return (
    <section class={box}>
      <Result state="processing" title={t('deletion.waiting', { day: date(deleteAt) })}>
        <p>{t('deletion.waitingText')}</p>
      </Result>
      <Summary
        label={t('deletion.title')}
        items={[
          { label: t('deletion.askedAt'), value: dateTime(askedAt) },
          { label: t('deletion.deleteAt'), value: dateTime(deleteAt) },
          { label: t('deletion.left'), value: t('deletion.daysLeft', { count: days }) },
        ]}
      />
      <Notice text={notice} />
      <Button isBusy={isBusy} onPress={undo}>
        {t('deletion.undo')}
      </Button>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 16px;
`
