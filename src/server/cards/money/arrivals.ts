import { sql } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { Denied, Refused } from '../../http/refused.ts'
import type { CardArrivalTable } from '../tables.ts'

/** A coin that came to a card's own address and waits, in the wallet, for its owner's yes. */
interface Arrival {
  /** The message that tells of it. */
  messageId: string
  userId: string
  cardId: string
  currency: Coin
  amountMinor: bigint
  billId: string
}

/** Remembers what its message has just told of; nothing when it was told before. */
export async function keepArrival(db: Db, arrival: Arrival): Promise<void> {
  const { messageId, userId, cardId, currency, amountMinor, billId } = arrival
  await sql`
    insert into card_arrivals (message_id, user_id, card_id, currency, amount_minor, bill_id)
    select id, ${userId}, ${cardId}, ${currency}, ${amountMinor}, ${billId} from messages where id = ${messageId}
    on conflict do nothing`.execute(db)
}

/** The messages of what waits for a customer's yes, by the bill that tells how it came. */
export async function waitingArrivals(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('card_arrivals')
    .select(['bill_id', 'message_id'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ bill_id, message_id }) => [bill_id, message_id]))
}

/**
 * Takes an arrival in the transaction that carries it to the card: nobody takes it a second time, and it waits again when
 * that is rolled back. What is not this customer's is denied, what was taken before refused (`modify_failed`).
 */
export async function takeArrival(
  db: Db,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<CardArrivalTable> {
  const own = { message_id: messageId, user_id: userId }
  const taken = await db
    .updateTable('card_arrivals')
    .set({ confirmed_at: sql`now()` })
    .where(eb => eb.and(own))
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (taken) return taken
  const known = await db
    .selectFrom('card_arrivals')
    .select('message_id')
    .where(eb => eb.and(own))
    .executeTakeFirst()
  if (!known) throw new Denied()
  throw new Refused('modify_failed', { reason: 'confirmed' })
}
