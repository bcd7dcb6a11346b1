import type { ComponentChildren } from 'preact'
import { cardRule } from '../../../../../contract/card-control.ts'
import { gamblingWaitHours } from '../../../../../contract/shops.ts'
import type { CardRules } from '../../../../../contract/usage.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { type Change, useRules } from './use-rules.ts'
import { RuleHindsight } from './use-weigh.ts'

interface RuleSheetProps {
  cardId: string
  rows: number
  /** The rules as they are now. */
  children: (rules: CardRules, change: Change) => ComponentChildren
}

/** Rules of a card: what is forbidden is forbidden at once, if need be after a look back; allowing takes the PIN. */
export function RuleSheet({ cardId, rows, children }: RuleSheetProps) {
  const rules = useLoad(cardRule, { id: cardId })
  const { now, asked, weighed, trouble, change, save, leave, ask, take } = useRules(cardId)
  if (asked) {
    return (
      <>
        {asked.shops?.gambling && <p>{t('control.shops.cooling', { hours: gamblingWaitHours })}</p>}
        <PinAsk
          label={t('card.rules.pin')}
          confirm={t('card.rules.allow')}
          ask={ask}
          onAnswer={take}
          onReturn={leave}
        />
      </>
    )
  }
  if (weighed) return <RuleHindsight of={weighed.seen} onSave={() => save(weighed.set)} onLeave={leave} />
  return (
    <Loaded of={rules} bones={<Skeleton rows={rows} />}>
      {loaded => (
        <>
          <TroubleNotice trouble={trouble} />
          {children(now ?? loaded, change)}
        </>
      )}
    </Loaded>
  )
}
