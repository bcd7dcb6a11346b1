import type { Card } from '../../../../../contract/card.ts'
import { closeCard } from '../../../../../contract/card-control.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { t } from '../../../../state/locale.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { CardDecision } from '../card-decision.tsx'
import { EndSummary } from './end-summary.tsx'
import type { End } from './ending.ts'

/** Closes a card for good: what comes back, what follows, and what ends with it. */
export function CloseCard({ card, onEnd }: { card: Card; onEnd: (end: End) => void }) {
  return (
    <CardDecision
      card={card}
      confirm={t('card.close')}
      isSent={undecided(closeCard).some(({ id }) => id === card.id)}
      ask={pin => decide(closeCard, { id: card.id, pin })}
      onEnd={onEnd}
    >
      <Notice tone="warn" text={t('card.close.text')} />
      <EndSummary card={card} />
      <p class="cap">{t('card.close.ends')}</p>
    </CardDecision>
  )
}
