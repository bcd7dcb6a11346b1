import { useState } from 'react'
import type { Card } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import { CloseCard } from './close-card.tsx'
import { Ended } from './ended.tsx'
import type { End, EndSheet } from './ending.ts'
import { ReportLost } from './report-lost.tsx'

export interface EndProps {
  what: EndSheet
  card: Card
  onClose: () => void
  /** Instead of this, who has charged the card. */
  onMerchants: () => void
  /** The card is to be read again. */
  onChange: () => void
}

/** The sheets in which a card comes to its end. */
export default function CardEnd({ what, card, onClose, onMerchants, onChange }: EndProps) {
  const [end, setEnd] = useState<End | null>(null)
  const [wasUnused] = useState(card.status === 'inactive')
  function take(next: End) {
    setEnd(next)
    onChange()
  }
  const title = t(what === 'lost' ? 'card.lost' : 'card.close')
  return (
    <Sheet isOpen title={title} onClose={onClose}>
      {end ? (
        <Ended what={what} end={end} wasUnused={wasUnused} onClose={onClose} onMerchants={onMerchants} />
      ) : what === 'lost' ? (
        <ReportLost card={card} onEnd={take} />
      ) : (
        <CloseCard card={card} onEnd={take} />
      )}
    </Sheet>
  )
}
