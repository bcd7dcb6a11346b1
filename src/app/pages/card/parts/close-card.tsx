import type { Card } from '../../../../contract/card.ts'
import { closeCard } from '../../../../contract/card-control.ts'
import { decide, isUndecided } from '../../../decision.ts'
import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { End } from './card-end.tsx'
import { EndFacts } from './end-facts.tsx'
import { Ending } from './ending.tsx'

/** Closes a card for good: what comes back, what follows, and what ends with it. */
export function CloseCard({ card, onEnd }: { card: Card; onEnd: (end: End) => void }) {
  const input = { id: card.id }
  return (
    <Ending
      card={card}
      confirm={t('card.close')}
      isSent={isUndecided(closeCard, input)}
      ask={pin => decide(closeCard, { ...input, pin })}
      onEnd={onEnd}
    >
      <Notice tone="warn" text={t('card.close.text')} />
      <EndFacts card={card} />
      <p class="cap">{t('card.close.ends')}</p>
    </Ending>
  )
}
