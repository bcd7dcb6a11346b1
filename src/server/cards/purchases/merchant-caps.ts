import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { MerchantCapTable } from '../tables.ts'
import { lineOf } from './card-line.ts'
import { factsOf } from './facts.ts'
import { merchantKey } from './merchants.ts'
import { threadOf } from './thread.ts'

/** The most merchants of one card that can have a cap. */
export const cappedMax = 50

/** What one merchant may take within thirty days, and what counts against it already; USD minor units. */
export interface Cap {
  limitMinor: bigint
  usedMinor: bigint
}

/** The caps of a card, by the names they were set under. */
export async function capsOf(db: Db, cardId: string): Promise<MerchantCapTable[]> {
  return await db
    .selectFrom('merchant_caps')
    .selectAll()
    .where('card_id', '=', cardId)
    .orderBy('merchant')
    .execute()
}

/** The one that is this merchant's. */
export function capFor(caps: readonly MerchantCapTable[], merchant: string): MerchantCapTable | undefined {
  const key = merchantKey(merchant)
  return caps.find(cap => merchantKey(cap.merchant) === key)
}

/** The cap that a purchase of this thread has to fit under, the thread itself not counted; null where there is none. */
export async function capMet(
  db: Db,
  { cardId, merchant, threadId }: { cardId: string; merchant: string; threadId: string },
): Promise<Cap | null> {
  const cap = capFor(await capsOf(db, cardId), merchant)
  if (!cap) return null
  return {
    limitMinor: cap.cap_minor,
    usedMinor: await usedBy(db, { cardId, merchant, exceptThreadId: threadId }),
  }
}

/** What stands of a merchant's purchases within thirty days, those of a lost card before it, too; reserved or claimed; what came back later is counted too. */
export async function usedBy(
  db: Db,
  { cardId, merchant, exceptThreadId }: { cardId: string; merchant: string; exceptThreadId?: string },
): Promise<bigint> {
  const key = merchantKey(merchant)
  const rows = await db
    .selectFrom('purchases')
    .select(['merchant', 'thread_id'])
    .where('card_id', 'in', lineOf(cardId))
    .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('status', 'in', ['pending', 'posted', 'refunded'])
    .execute()
  const threadIds = rows
    .filter(row => merchantKey(row.merchant) === key && row.thread_id !== exceptThreadId)
    .map(({ thread_id }) => thread_id)
  const facts = await factsOf(db, threadIds)
  const counted = [...facts.values()].flatMap(known => threadOf(known).counted)
  return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** Writes what a merchant may take, or with null that it may take whatever the card has. The caller has locked the card. */
export async function setCap(
  db: Db,
  { cardId, merchant, capMinor }: { cardId: string; merchant: string; capMinor: bigint | null },
): Promise<void> {
  const before = capFor(await capsOf(db, cardId), merchant)
  const name = before?.merchant ?? merchant
  await db.deleteFrom('merchant_caps').where('card_id', '=', cardId).where('merchant', '=', name).execute()
  if (capMinor === null) return
  await db
    .insertInto('merchant_caps')
    .values({ card_id: cardId, merchant: name, cap_minor: capMinor })
    .execute()
}
