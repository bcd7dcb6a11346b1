import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import type { Card } from '../../../../../contract/card.ts'
import type { closeCard, reportLost } from '../../../../../contract/card-control.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import type { Reply } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, type Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { cardTitle } from '../card-tile.tsx'
import { troubleOf } from '../trouble.ts'

export type EndSheet = 'lost' | 'close'

/** What became of the money of a card that is over; a card reported lost may bring a new one. */
export type End = Output<typeof closeCard> & Partial<Pick<Output<typeof reportLost>, 'orderId'>>

type EndReply = Reply<typeof closeCard> | Reply<typeof reportLost>

interface EndingProps {
  card: Card
  confirm: string
  /** This very decision was sent before and is still without an answer. */
  isSent: boolean
  ask: (pin: string) => Promise<EndReply>
  onEnd: (end: End) => void
  /** What is to be read before. */
  children: ComponentChildren
}

/** What a card's end means, the PIN, and asking again while no answer came. */
export function Ending({ card, confirm, isSent, ask, onEnd, children }: EndingProps) {
  const [step, go] = useState<'reading' | 'pin' | 'unknown'>(isSent ? 'unknown' : 'reading')
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  function take(reply: EndReply) {
    if (reply.ok) return onEnd(reply.data)
    go(isUnknown(reply) ? 'unknown' : 'reading')
    setTrouble(isUnknown(reply) ? null : troubleOf(reply, { cardId: card.id }))
  }

  if (step === 'pin') return <PinAsk label={t('pin.label')} confirm={confirm} ask={ask} onAnswer={take} />
  if (step === 'unknown') {
    return (
      <>
        <Result state="processing" title={t('unknown.title')}>
          <p>{cardTitle(card)}</p>
          <p>{t('unknown.text')}</p>
        </Result>
        <Button onPress={() => go('pin')}>{t('unknown.ask')}</Button>
      </>
    )
  }
  return (
    <>
      {children}
      <TroubleNotice trouble={trouble} />
      <Button kind="danger" onPress={() => go('pin')}>
        {confirm}
      </Button>
    </>
  )
}
