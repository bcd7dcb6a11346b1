import { sql } from 'kysely'
import type { Challenge } from '../../../contract/challenge.ts'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { leftSeconds } from '../../http/left-seconds.ts'
import { Denied } from '../../http/refused.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import { isOver } from '../cards.ts'
import type { CardTable } from '../tables.ts'
import type { ChallengeRow } from './challenges.ts'

/** One challenge of the customer's own as it travels; a foreign one is denied like one that nobody has. */
export async function ownChallenge(
  db: Db,
  { userId, challengeId }: { userId: string; challengeId: string },
): Promise<Challenge> {
  const row = await rowsOf(db, userId).where('card_challenges.id', '=', challengeId).executeTakeFirst()
  if (!row) throw new Denied()
  return await shown(db, row)
}

/** The challenges that wait for a customer, the one that ends first on top. */
export async function waitingChallenges(db: Db, userId: string): Promise<Challenge[]> {
  const rows = await rowsOf(db, userId)
    .where('card_challenges.state', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(50)
    .execute()
  return await Promise.all(rows.map(row => shown(db, row)))
}

function rowsOf(db: Db, userId: string) {
  return db
    .selectFrom('card_challenges')
    .innerJoin('cards', 'cards.id', 'card_id')
    .leftJoin('purchases', join =>
      join
        .onRef('purchases.card_id', '=', 'card_challenges.card_id')
        .onRef('purchases.thread_id', '=', 'card_challenges.thread_id'),
    )
    .selectAll('card_challenges')
    .select(['cards.last4', 'cards.account_id', 'cards.status', 'cards.frozen_by_customer'])
    .select(['purchases.bill_id', sql<boolean>`expires_at <= now()`.as('is_past')])
    .where('cards.user_id', '=', userId)
}

type Read = ChallengeRow &
  Pick<CardTable, 'last4' | 'account_id' | 'status' | 'frozen_by_customer'> & {
    bill_id: string | null
    is_past: boolean
  }

async function shown(db: Db, row: Read): Promise<Challenge> {
  const { availableMinor } = await balanceOf(db, row.account_id)
  const status = row.state === 'waiting' && row.is_past ? 'expired' : row.state
  const isWord = status === 'approved' || status === 'denied'
  return {
    id: row.id,
    cardId: row.card_id,
    last4: row.last4,
    merchant: row.merchant,
    city: row.city,
    country: row.country,
    amount: format(row.amount_minor, 'USD'),
    currency: 'USD',
    status,
    expireTime: row.expires_at.toISOString(),
    leftSeconds: status === 'waiting' ? leftSeconds(row.expires_at) : 0,
    answer: isWord ? (row.answer ?? 'sending') : null,
    available: format(availableMinor, 'USD'),
    canFreeze: !row.frozen_by_customer && !isOver(row),
    billId: row.bill_id,
    createTime: row.created_at.toISOString(),
  }
}
