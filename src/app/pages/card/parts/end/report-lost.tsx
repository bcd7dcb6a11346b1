import { useState } from 'react'
import { type Card, getCardType } from '../../../../../contract/card.ts'
import { reportLost } from '../../../../../contract/card-control.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { CardDecision } from '../card-decision.tsx'
import { EndSummary } from './end-summary.tsx'
import type { End } from './ending.ts'

const reasons = ['lost', 'stolen'] as const

/** Reports a card lost or stolen: why, whether a new one is wanted, and what happens to the money. */
export function ReportLost({ card, onEnd }: { card: Card; onEnd: (end: End) => void }) {
  const [sent] = useState(() => sentOf(card))
  const [why, setWhy] = useState<(typeof reasons)[number]>(sent?.why ?? 'lost')
  const [replace, setReplace] = useState(sent?.replace ?? true)
  const kind = useLoad(getCardType, { id: card.cardTypeId })
  const isReplaceable = card.type === 'virtual' && kind.data?.status !== 'disable'
  const input = { id: card.id, why, replace: isReplaceable && replace }
  return (
    <CardDecision
      card={card}
      confirm={t('card.lost.confirm')}
      isSent={sent !== undefined}
      ask={pin => decide(reportLost, { ...(sentOf(card) ?? input), pin })}
      onEnd={onEnd}
    >
      <Notice tone="warn" text={t('card.lost.text')} />
      <Chips label={t('card.lost.why')}>
        {reasons.map(each => (
          <Chip key={each} isOn={why === each} onPress={() => setWhy(each)}>
            {t(`card.lost.${each}`)}
          </Chip>
        ))}
      </Chips>
      {isReplaceable ? (
        <List>
          <SwitchRow
            icon="credit-card"
            title={t('card.lost.replace')}
            note={t('card.lost.replaceNote')}
            isOn={replace}
            onChange={setReplace}
          />
        </List>
      ) : (
        <p class="cap">{t(card.status === 'inactive' ? 'card.lost.unused' : 'card.lost.anew')}</p>
      )}
      <EndSummary card={card} />
    </CardDecision>
  )
}

/** What was reported of this card and is still without an answer. */
function sentOf(card: Card) {
  return undecided(reportLost).find(({ id }) => id === card.id)
}
