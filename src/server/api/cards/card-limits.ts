import type { Input } from '../../../contract/call.ts'
import type * as cardControl from '../../../contract/card-control.ts'
import { format, parse } from '../../../contract/money.ts'
import { gamblingWaitHours } from '../../../contract/shops.ts'
import type { CardRules, RuleChange } from '../../../contract/usage.ts'
import { ownCard } from '../../cards/cards.ts'
import { hindsightOf, type TriedCap } from '../../cards/purchases/hindsight.ts'
import {
  limitWindows,
  mostOf,
  type OwnLimits,
  ownLimitsOf,
  setLimits,
  shownLimits,
  withLimits,
} from '../../cards/purchases/limits.ts'
import { chargingNow } from '../../cards/purchases/merchant-list.ts'
import { merchantKey } from '../../cards/purchases/merchants.ts'
import {
  allowMore,
  everywhere,
  rulesAfter,
  rulesOf,
  setRules,
  withRules,
} from '../../cards/purchases/rules.ts'
import type { CardTable } from '../../cards/tables.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { type Adjustment, adjustCard, type Step } from './adjust-card.ts'
import { chosenMinor } from './chosen-amount.ts'

/** What a card may be used for: its limits, and where it pays. */
export function limitHandlers(
  world: World,
): Pick<Handlers<typeof cardControl>, 'cardLimit' | 'cardRule' | 'tryRules'> {
  const { db } = world

  return {
    async cardLimit({ id, set, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return await shownLimits(db, card)
      const own = ownFrom(card, set)
      const changed = await adjustCard(world, {
        card,
        pin,
        sessionId,
        call: 'cardLimit',
        step: card => limitStep(card, own),
        write: (db, card) => setLimits(db, card, own),
        told: { event: 'cardLimits' },
        open: 'limits',
      })
      return await shownLimits(db, changed)
    },

    async cardRule({ id, set, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return rulesOf(card)
      const changed = await adjustCard(world, {
        card,
        pin,
        sessionId,
        call: 'cardRule',
        step: card => ruleStep(rulesOf(card), set),
        write: (db, card) => setRules(db, card, rulesAfter(rulesOf(card), set)),
        ...ruleNews(rulesOf(card), set),
      })
      return rulesOf(changed)
    },

    async tryRules({ id, limits = {}, rules = {}, merchants }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      const limited = withLimits(unbound(card), ownFrom(card, limits))
      const { only, cap } = await triedMerchants(db, card, merchants)
      const tried = { ...withRules(limited, rulesAfter(everywhere, rules)), only_merchants: only }
      return shownHindsight(await hindsightOf(db, tried, cap))
    },
  }
}

/** The limits asked for, in USD minor units; refused above the most of the card's kind. */
function ownFrom(card: CardTable, set: NonNullable<Input<typeof cardControl.cardLimit>['set']>): OwnLimits {
  const most = mostOf(card)
  const own: OwnLimits = {}
  for (const window of limitWindows) {
    const asked = set[window]
    if (asked === undefined) continue
    const minor = asked === null ? null : parse(asked, 'USD')
    if (asked !== null && (minor === null || minor > most[window])) {
      throw new Refused('amount_out_of_range', { min: '0', max: format(most[window], 'USD'), window })
    }
    own[window] = minor
  }
  return own
}

/** A card with nothing set on it: what is tried is tried alone. */
function unbound(card: CardTable): CardTable {
  const open = withLimits(card, { single: null, day: null, month: null })
  return { ...open, stopped_merchants: null, only_merchants: null }
}

/** Who alone could charge a card, and the cap of one merchant, as they are tried; null where they are not. */
async function triedMerchants(
  db: Db,
  card: CardTable,
  trial: Input<typeof cardControl.tryRules>['merchants'],
): Promise<{ only: string[] | null; cap: TriedCap | null }> {
  if (!trial) return { only: null, cap: null }
  if ('cap' in trial)
    return { only: null, cap: { key: merchantKey(trial.merchant), limitMinor: chosenMinor(trial.cap) } }
  return { only: card.only_merchants ?? (await chargingNow(db, unbound(card))), cap: null }
}

const latestMax = 5

function shownHindsight({ purchases, declined }: Awaited<ReturnType<typeof hindsightOf>>) {
  const latest = declined.slice(0, latestMax).map(({ purchase, reason }) => ({
    id: purchase.id,
    merchant: purchase.merchant,
    amount: format(purchase.asked_minor, 'USD'),
    time: purchase.created_at.toISOString(),
    reason,
  }))
  return { purchases, declined: declined.length, latest }
}

function limitStep(card: CardTable, own: OwnLimits): Step {
  const [most, before] = [mostOf(card), ownLimitsOf(card)]
  let step: Step = 'nothing'
  for (const window of limitWindows) {
    const asked = own[window]
    if (asked === undefined || asked === before[window]) continue
    if ((asked ?? most[window]) > (before[window] ?? most[window])) return 'more'
    step = 'less'
  }
  return step
}

/** How a change of the rules is told, and where it stands. */
function ruleNews(before: CardRules, set: RuleChange): Pick<Adjustment, 'told' | 'open'> {
  const { shops, ...others } = set
  if (!shops || Object.keys(others).length > 0) return { told: { event: 'cardRules' }, open: 'rules' }
  const waits = before.gamblingFrom === null && rulesAfter(before, set).gamblingFrom !== null
  const told = waits ? { event: 'gamblingWaits', hours: `${gamblingWaitHours}` } : { event: 'cardShops' }
  return { told, open: 'shops' }
}

function ruleStep(before: CardRules, set: RuleChange): Step {
  const after = rulesAfter(before, set)
  if (allowMore(before, after)) return 'more'
  return JSON.stringify(after) === JSON.stringify(before) ? 'nothing' : 'less'
}
