import { sql } from 'kysely'
import type { DeclineReason } from '../../../contract/decline.ts'
import type { Db } from '../../database/database.ts'
import type { CardTable, PurchaseTable } from '../tables.ts'
import { declineOf } from './authorization.ts'
import { factsOf } from './facts.ts'
import type { Cap } from './merchant-caps.ts'
import { merchantKey } from './merchants.ts'
import { shopKindOf } from './shop-kinds.ts'
import type { Fact } from './thread.ts'

/** A purchase that was approved, and what would have declined it. */
export interface Missed {
  purchase: PurchaseTable
  reason: DeclineReason
}

/** A cap as it is tried: what the merchant of that key may take within thirty days, USD minor units. */
export interface TriedCap {
  key: string
  limitMinor: bigint
}

/**
 * What counts against limits, with the purchase it is of and the question it came from; null where we were not asked, or not
 * lately.
 */
interface Use {
  at: Date
  amountMinor: bigint
  purchase: PurchaseTable | null
  ask: Ask | null
}

interface Ask {
  purchase: PurchaseTable
  amountMinor: bigint
  /** The purchase as it stood with this. */
  totalMinor: bigint
  isIncrement: boolean
}

const dayMs = 24 * 60 * 60 * 1000
const usesMax = 5000

/**
 * The purchases of the last 30 days that a card with its limits and rules, and that cap, would have declined, the latest
 * first, and how many there were in all. Each is decided as it was then, but for the state of the card and the money on it; what is
 * declined counts against no limit afterwards, and what no rule could have stopped does.
 */
export async function hindsightOf(
  db: Db,
  card: CardTable,
  cap: TriedCap | null = null,
): Promise<{ purchases: number; declined: Missed[] }> {
  // What the first of them is measured against began 30 days before it.
  const uses = await db
    .selectFrom('card_uses')
    .selectAll()
    .where('card_id', '=', card.id)
    .where('created_at', '>', sql<Date>`now() - interval '60 days'`)
    .orderBy('created_at', 'desc')
    .limit(usesMax)
    .execute()
  const { asks, purchases } = await knownOf(db, {
    cardId: card.id,
    // Against a cap the purchases of a merchant count, not what the card spent.
    days: cap ? 60 : 30,
    counted: new Set(uses.map(({ fact_id }) => fact_id)),
  })
  const ordered = uses.reverse().map(({ fact_id, amount_minor, created_at }) => ({
    at: created_at,
    amountMinor: amount_minor,
    purchase: purchases.get(fact_id) ?? null,
    ask: asks.get(fact_id) ?? null,
  }))
  const judged = new Set(ordered.flatMap(({ ask }) => ask?.purchase.id ?? []))
  return { purchases: judged.size, declined: missedOf(card, { uses: ordered, cap }).reverse() }
}

/**
 * Purchases that stand, by the facts that count of them, and what we were asked about those of 30 days; what came to nothing
 * is not `counted`.
 */
async function knownOf(
  db: Db,
  { cardId, days, counted }: { cardId: string; days: number; counted: ReadonlySet<string> },
): Promise<{ asks: Map<string, Ask>; purchases: Map<string, PurchaseTable> }> {
  const bought = await db
    .selectFrom('purchases')
    .selectAll()
    .select(sql<boolean>`created_at > now() - interval '30 days'`.as('is_judged'))
    .where('card_id', '=', cardId)
    .where('created_at', '>', sql<Date>`now() - ${days} * interval '1 day'`)
    .where('status', 'in', ['pending', 'posted', 'refunded'])
    .orderBy('created_at', 'desc')
    .limit(usesMax)
    .execute()
  const threadIds = bought.map(({ thread_id }) => thread_id)
  const facts = await factsOf(db, threadIds)
  const [asks, purchases] = [new Map<string, Ask>(), new Map<string, PurchaseTable>()]
  for (const { is_judged, ...purchase } of bought) {
    const known = (facts.get(purchase.thread_id) ?? []).filter(({ id }) => counted.has(id))
    for (const { id } of known) purchases.set(id, purchase)
    if (is_judged) for (const [id, ask] of asksIn(purchase, known)) asks.set(id, ask)
  }
  return { asks, purchases }
}

function asksIn(purchase: PurchaseTable, facts: readonly Fact[]): [string, Ask][] {
  const asked = facts.filter(fact => fact.kind === 'asked')
  let totalMinor = 0n
  return asked
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, amountMinor, isIncrement }) => {
      totalMinor += amountMinor
      return [id, { purchase, amountMinor, totalMinor, isIncrement }]
    })
}

/** Goes through what counted, the earliest first. */
function missedOf(card: CardTable, { uses, cap }: { uses: readonly Use[]; cap: TriedCap | null }): Missed[] {
  const [day, month, merchant] = [rolling(dayMs), rolling(30 * dayMs), capped(cap)]
  const missed = new Map<string, Missed>()
  for (const use of uses) {
    const used = { day: day.at(use.at), month: month.at(use.at) }
    const reason = use.ask && reasonOf(card, { ask: use.ask, used, cap: merchant.at(use) })
    if (!use.ask || !reason) {
      day.add(use)
      month.add(use)
      merchant.add(use)
    } else if (!missed.has(use.ask.purchase.id)) {
      missed.set(use.ask.purchase.id, { purchase: use.ask.purchase, reason })
    }
  }
  return [...missed.values()]
}

function reasonOf(
  card: CardTable,
  { ask, used, cap }: { ask: Ask; used: { day: bigint; month: bigint }; cap: Cap | null },
): DeclineReason | null {
  const { purchase, amountMinor, totalMinor, isIncrement } = ask
  const { channel, country, merchant, mcc } = purchase
  return declineOf({
    card: usable(card),
    isAccountFrozen: false,
    isIncrement,
    totalMinor,
    addedMinor: amountMinor,
    neededMinor: 0n,
    availableMinor: 0n,
    currency: 'USD',
    channel,
    country,
    merchant,
    cap,
    shop: shopKindOf(mcc),
    at: purchase.created_at,
    used,
    recentCount: 0,
  })
}

/** The card as if nothing but its limits and rules could stop it. */
function usable(card: CardTable): CardTable {
  const flags = {
    frozen_by_issuer: false,
    frozen_by_customer: false,
    is_activated: true,
    is_pin_blocked: false,
  }
  return { ...card, ...flags, status: 'active' }
}

/** What counts within a window that rolls along. */
function rolling(lengthMs: number) {
  const within: Use[] = []
  let sumMinor = 0n
  return {
    at(now: Date): bigint {
      let first = within[0]
      while (first && first.at.getTime() <= now.getTime() - lengthMs) {
        sumMinor -= first.amountMinor
        within.shift()
        first = within[0]
      }
      return sumMinor
    },
    add(use: Use) {
      within.push(use)
      sumMinor += use.amountMinor
    },
  }
}

/** What counts against a cap: other purchases of its merchant that began within thirty days. */
function capped(cap: TriedCap | null) {
  const theirs: { purchase: PurchaseTable; amountMinor: bigint }[] = []
  const isTheirs = ({ merchant }: PurchaseTable) => merchantKey(merchant) === cap?.key
  return {
    at({ at, purchase }: Use): Cap | null {
      if (!cap || !purchase || !isTheirs(purchase)) return null
      const from = at.getTime() - 30 * dayMs
      const others = theirs.filter(
        ({ purchase: { id, created_at } }) => id !== purchase.id && created_at.getTime() > from,
      )
      const usedMinor = others.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      return { limitMinor: cap.limitMinor, usedMinor }
    },
    add({ purchase, amountMinor }: Use) {
      if (purchase && isTheirs(purchase)) theirs.push({ purchase, amountMinor })
    },
  }
}
