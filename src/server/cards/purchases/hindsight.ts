import { sql } from 'kysely'
import type { DeclineReason } from '../../../contract/decline.ts'
import type { Db } from '../../database/database.ts'
import type { CardTable, PurchaseTable } from '../tables.ts'
import { declineOf } from './authorization.ts'
import { factsOf } from './facts.ts'
import { shopKindOf } from './shop-kinds.ts'
import type { Fact } from './thread.ts'

/** A purchase that was approved, and what would have declined it. */
export interface Missed {
  purchase: PurchaseTable
  reason: DeclineReason
}

/** What counts against limits, with the question it came from; null where we were not asked, or not lately. */
interface Use {
  at: Date
  amountMinor: bigint
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
 * The purchases of the last 30 days that a card with its limits and rules would have declined, the latest first, and
 * how many there were in all. Each is decided as it was then, but for the state of the card and the money on it; what is
 * declined counts against no limit afterwards, and what no rule could have stopped does.
 */
export async function hindsightOf(
  db: Db,
  card: CardTable,
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
  const asks = await asksOf(db, card.id, new Set(uses.map(({ fact_id }) => fact_id)))
  const ordered = uses.reverse().map(({ fact_id, amount_minor, created_at }) => ({
    at: created_at,
    amountMinor: amount_minor,
    ask: asks.get(fact_id) ?? null,
  }))
  const known = new Set(ordered.flatMap(({ ask }) => ask?.purchase.id ?? []))
  return { purchases: known.size, declined: missedOf(card, ordered).reverse() }
}

/** What we were asked about purchases that stand, by the question's id; what came to nothing is not `counted`. */
async function asksOf(db: Db, cardId: string, counted: ReadonlySet<string>): Promise<Map<string, Ask>> {
  const purchases = await db
    .selectFrom('purchases')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('status', 'in', ['pending', 'posted', 'refunded'])
    .orderBy('created_at', 'desc')
    .limit(usesMax)
    .execute()
  const threadIds = purchases.map(({ thread_id }) => thread_id)
  const facts = await factsOf(db, threadIds)
  return new Map(
    purchases.flatMap(purchase => {
      const known = facts.get(purchase.thread_id) ?? []
      return asksIn(
        purchase,
        known.filter(({ id }) => counted.has(id)),
      )
    }),
  )
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
function missedOf(card: CardTable, uses: readonly Use[]): Missed[] {
  const [day, month] = [rolling(dayMs), rolling(30 * dayMs)]
  const missed = new Map<string, Missed>()
  for (const use of uses) {
    const used = { day: day.at(use.at), month: month.at(use.at) }
    const reason = use.ask && reasonOf(card, { ask: use.ask, used })
    if (!use.ask || !reason) {
      day.add(use)
      month.add(use)
    } else if (!missed.has(use.ask.purchase.id)) {
      missed.set(use.ask.purchase.id, { purchase: use.ask.purchase, reason })
    }
  }
  return [...missed.values()]
}

function reasonOf(
  card: CardTable,
  { ask, used }: { ask: Ask; used: { day: bigint; month: bigint } },
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
    cap: null,
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
