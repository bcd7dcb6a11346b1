import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { PinAsk } from '../../../decision/pin-ask.tsx'
import { t } from '../../../state/locale.ts'
import { isUnknown, type No, type Trouble } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Result } from '../../../ui/seal.tsx'
import { cardTitle } from './card-tile.tsx'
import { troubleOf } from './trouble.ts'

/** What became of it, or no success. */
type Answer<Done> = { ok: true; data: Done } | (No & { ok: false })

interface CardDecisionProps<Done> {
  card: Card
  confirm: string
  /** It pays, instead of ending the card. */
  movesMoney?: boolean
  /** This very decision was sent before and is still without an answer. */
  isSent: boolean
  ask: (pin: string) => Promise<Answer<Done>>
  onEnd: (done: Done) => void
  onRefused?: () => void
  /** What is to be read before. */
  children: ComponentChildren
}

/** What is decided about a card in a sheet: what it means, the PIN, and asking again while no answer came. */
export function CardDecision<Done>({
  card,
  confirm,
  movesMoney = false,
  isSent,
  ask,
  onEnd,
  onRefused,
  children,
}: CardDecisionProps<Done>) {
  const [step, go] = useState<'reading' | 'unknown'>(isSent ? 'unknown' : 'reading')
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  function take(reply: Answer<Done>) {
    if (reply.ok) return onEnd(reply.data)
    setAsking(false)
    go(isUnknown(reply) ? 'unknown' : 'reading')
    setTrouble(isUnknown(reply) ? null : troubleOf(reply, { cardId: card.id }))
    if (!isUnknown(reply)) onRefused?.()
  }

  if (isAsking)
    return (
      <PinAsk
        label={t('pin.label')}
        confirm={confirm}
        movesMoney={movesMoney}
        ask={ask}
        onAnswer={take}
        onReturn={() => setAsking(false)}
      />
    )
  if (step === 'unknown') {
    return (
      <>
        <Result state="processing" title={t('unknown.title')}>
          <p>{cardTitle(card)}</p>
          <p>{t('unknown.text')}</p>
        </Result>
        <Button onPress={() => setAsking(true)}>{t('unknown.ask')}</Button>
      </>
    )
  }
  return (
    <>
      {children}
      <TroubleNotice trouble={trouble} />
      <Button kind={movesMoney ? 'primary' : 'danger'} onPress={() => setAsking(true)}>
        {confirm}
      </Button>
    </>
  )
}
