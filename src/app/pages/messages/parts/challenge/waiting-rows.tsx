import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { challenges } from '../../../../../contract/challenge.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { List, Row } from '../../../../ui/list.tsx'

const everyMs = 5_000

/** The purchases that wait to be confirmed; nothing where none does. */
export function WaitingRows() {
  const [waiting, setWaiting] = useState<Output<typeof challenges>>([])
  usePoll(async signal => {
    const reply = await send(challenges, {}, { signal, background: true })
    if (reply.ok && !signal.aborted) setWaiting(reply.data)
    return everyMs
  }, 'challenges')
  if (waiting.length === 0) return null
  return (
    <List label={t('messages.type.challenge')}>
      {waiting.map(({ id, merchant, amount, currency, last4 }) => (
        <Row
          key={id}
          icon="shield-check"
          tone="warn"
          title={merchant || t('messages.type.challenge')}
          note={t('messages.challenge', { last4 })}
          value={amountText({ amount, currency, exact: true })}
          href={link('message', { id })}
        />
      ))}
    </List>
  )
}
