import { sql } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { largestMinor } from '../coins.ts'
import type { DepositStatus } from '../tables.ts'

/**
 * What is on its way to a customer's wallet, by coin: seen on chain, not credited yet, whoever looks at it meanwhile. USDT at
 * the address of a card goes there only when the card is over; other coins always do.
 */
export async function incomingByCoin(
  db: Db,
  { userId, cardsOver }: { userId: string; cardsOver: readonly string[] },
): Promise<Map<Coin, bigint>> {
  const rows = await db
    .selectFrom('deposits')
    .select(['currency', sql<bigint>`least(sum(amount_minor), ${largestMinor})::bigint`.as('amount')])
    .where('user_id', '=', userId)
    .where(eb =>
      eb.or([
        eb('card_id', 'is', null),
        eb('currency', '<>', 'USDT'),
        sql<boolean>`card_id = any (${cardsOver}::uuid[])`,
      ]),
    )
    .where('status', 'in', ['seen', 'confirming', 'below_min', 'held'])
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

/** What came to an address in parts below the minimum and waits until it adds up. */
export async function waitingAt(
  db: Db,
  { address, currency }: { address: string; currency: Coin },
): Promise<bigint> {
  const { amount } = await db
    .selectFrom('deposits')
    .select(eb => eb.fn.sum<string | null>('amount_minor').as('amount'))
    .where('address', '=', address)
    .where('currency', '=', currency)
    .where('status', '=', 'below_min')
    .executeTakeFirstOrThrow()
  return BigInt(amount ?? 0)
}

/** A deposit as its customer may see it. */
export interface ShownDeposit {
  txHash: string
  currency: Coin
  amountMinor: bigint
  confirms: number
  /** `lost` and `found`: since it was credited, and neither final again nor booked as our loss. */
  status: DepositStatus | 'lost' | 'found'
  seenAt: Date
  billId: string | null
}

const shownStatus = sql<ShownDeposit['status']>`case
  when loss_told_at is null or loss_transfer_id is not null then status
  when lost_at is null then 'found'
  else 'lost'
end`

/** The latest deposits to some addresses together, newest first. What is too small for the books to hold is left out. */
export async function depositsTo(
  db: Db,
  { addresses, limit }: { addresses: readonly string[]; limit: number },
): Promise<ShownDeposit[]> {
  const latest = (address: string) =>
    shown(db)
      .where('address', '=', address)
      .where('amount_minor', '>', 0n)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  const all = (await Promise.all(addresses.map(latest))).flat()
  return all.toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime()).slice(0, limit)
}

/** What one transaction brought to a customer, at any address of theirs; what is too small for the books is there as zero. */
export async function depositsBy(
  db: Db,
  { userId, txHash }: { userId: string; txHash: string },
): Promise<(ShownDeposit & { cardId: string | null })[]> {
  return await shown(db)
    .select('card_id as cardId')
    .where('user_id', '=', userId)
    .where('tx_hash', '=', txHash)
    .orderBy('log_index')
    .execute()
}

function shown(db: Db) {
  return db
    .selectFrom('deposits')
    .select([
      'tx_hash as txHash',
      'currency',
      'amount_minor as amountMinor',
      'confirms',
      shownStatus.as('status'),
      'seen_at as seenAt',
      'bill_id as billId',
    ])
}
