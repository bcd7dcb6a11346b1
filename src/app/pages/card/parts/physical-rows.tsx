import { useState } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { link } from '../../../hash-location.tsx'
import { later } from '../../../later.tsx'
import { t } from '../../../state/locale.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { isOver } from './order.ts'
import { useApplication } from './use-application.ts'

const CardPinForm = later(() => import('./card-pin-form.tsx').then(part => part.CardPinForm))

export interface PhysicalRowsProps {
  card: Card
  onChange: () => void
}

/** What of a card one can hold in the hand: apply for one or follow it, activate it, its PIN, its phone. */
export function PhysicalRows({ card, onChange }: PhysicalRowsProps) {
  if (card.status === 'opening') return null
  if (card.type === 'virtual') return <Wish card={card} />
  return isOver(card) ? null : <InHand card={card} onChange={onChange} />
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

function InHand({ card, onChange }: PhysicalRowsProps) {
  const { id, status } = card
  const [isOpen, open] = useState(false)
  return (
    <Section title={t('card.manage')}>
      <List>
        {status === 'inactive' ? (
          <Row icon="circle-check" title={t('card.activate')} href={link('activateCard', { id })} />
        ) : (
          <Row
            icon="key-round"
            title={t('card.cardPin')}
            note={status === 'pin_blocked' && t('card.cardPin.blocked')}
            onPress={() => open(true)}
          />
        )}
        <PhoneRow id={id} />
      </List>
      <Sheet isOpen={isOpen} title={t('card.cardPin')} onClose={() => open(false)}>
        <CardPinForm
          card={card}
          onDone={() => {
            open(false)
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
