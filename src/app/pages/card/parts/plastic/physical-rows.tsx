import { useEffect, useState } from 'react'
import type { Card } from '../../../../../contract/card.ts'
import { later } from '../../../../chunks/later.tsx'
import { isUnopened } from '../../../../display/unopened.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { useApplication } from '../apply/use-application.ts'
import { isOver } from '../order.ts'

const CardPinForm = later(() => import('./card-pin-form.tsx').then(part => part.CardPinForm))

export interface PhysicalRowsProps {
  card: Card
  /** The sheet that the URL asks for. */
  first?: string | undefined
  onChange: () => void
}

/** What of a card one can hold in the hand: apply for one or follow it, activate it, its PIN, its phone. */
export function PhysicalRows({ card, first, onChange }: PhysicalRowsProps) {
  if (card.status === 'opening') return null
  if (card.type === 'virtual') return <Wish card={card} />
  return isOver(card) ? null : <InHand card={card} first={first} onChange={onChange} />
}

function Wish({ card }: { card: Card }) {
  const { record } = useApplication({ cardId: card.id })
  const isLive = record && record.status !== 'cancelled'
  if (isOver(card) && !isLive) return null
  return (
    <Section title={t('card.manage')}>
      <List>
        <Row
          icon="truck"
          title={isLive ? t('card.applied') : t('card.physical')}
          note={isLive && t(`card.applied.${record.status}`)}
          href={link('makeCard', { cardId: card.id, id: isLive ? record.id : undefined })}
        />
        {!isOver(card) && <PhoneRow id={card.id} />}
      </List>
    </Section>
  )
}

function InHand({ card, first, onChange }: PhysicalRowsProps) {
  const { id, status } = card
  const [isOpen, open] = useState(false)
  const hasPin = !isUnopened(card)
  const go = fromHere()

  useEffect(() => {
    if (hasPin && first === 'pin') open(true)
  }, [first, hasPin])

  function close() {
    open(false)
    if (first) go('cardDetail', { id }, { replace: true })
  }

  return (
    <Section title={t('card.manage')}>
      <List>
        {hasPin ? (
          <Row
            icon="key-round"
            title={t('card.cardPin')}
            note={status === 'pin_blocked' && t('card.cardPin.blocked')}
            onPress={() => open(true)}
          />
        ) : (
          <Row icon="circle-check" title={t('card.activate')} href={link('activateCard', { id })} />
        )}
        <PhoneRow id={id} />
      </List>
      <Sheet isOpen={isOpen} title={t('card.cardPin')} onClose={close}>
        <CardPinForm
          card={card}
          onDone={() => {
            close()
            onChange()
          }}
        />
      </Sheet>
    </Section>
  )
}

function PhoneRow({ id }: { id: string }) {
  return <Row icon="phone" title={t('card.changePhone')} href={link('motifyCardPhone', { id })} />
}
