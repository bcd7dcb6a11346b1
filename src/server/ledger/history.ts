import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { idAt } from '../id.ts'

/** One entry of an account, with the transfer it belongs to. Minor units of the account's currency. */
export interface PastEntry {
  transferId: string
  reason: string
  at: Date
  amountMinor: bigint
}

/** What an account held when a period began, each entry in it, oldest first, and what it held when it ended. */
export interface History {
  openingMinor: bigint
  entries: PastEntry[]
  closingMinor: bigint
}

/** Funds reserved and not yet decided. Minor units of the account's currency. */
export interface OpenHold {
  accountId: string
  reason: string
  remainingMinor: bigint
  at: Date
}

/**
 * How far the time in a transfer's id, which our machines' clocks told, may be from that of its entries: a day between
 * those clocks and the database's, and two that something is booked ahead (`booking_time`).
 */
export const slackMs = 3 * 24 * 60 * 60 * 1000

/**
 * The history of an account from one instant up to another, the second not included. Opening and closing balance are
 * summed apart from the entries, and fail loudly unless they agree; run it in one snapshot. Null when there are more
 * entries than `limit`.
 */
export async function historyOf(
  db: Db,
  { accountId, from, until, limit }: { accountId: string; from: Date; until: Date; limit: number },
): Promise<History | null> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
    .select(['transfer_id', 'reason', 'created_at', 'amount_minor'])
    .where('account_id', '=', accountId)
    .where('transfer_id', '>=', idAt(new Date(from.getTime() - slackMs)))
    .where('transfer_id', '<', idAt(new Date(until.getTime() + slackMs)))
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .orderBy('transfer_id')
    .limit(limit + 1)
    .execute()
  if (rows.length > limit) return null
  const openingMinor = await balanceBefore(db, { accountId, at: from })
  const closingMinor = await balanceBefore(db, { accountId, at: until })
  const movedMinor = rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  assert.equal(openingMinor + movedMinor, closingMinor, `the history of account ${accountId} does not add up`)
  const entries = rows.map(row => ({
    transferId: row.transfer_id,
    reason: row.reason,
    at: row.created_at,
    amountMinor: row.amount_minor,
  }))
  return { openingMinor, entries, closingMinor }
}

/** What an account held just before an instant, summed from its entries. */
async function balanceBefore(db: Db, { accountId, at }: { accountId: string; at: Date }): Promise<bigint> {
  const surely = idAt(new Date(at.getTime() - slackMs))
  const perhaps = idAt(new Date(at.getTime() + slackMs))
  const { rows } = await sql<{ balance: bigint }>`
    select ((
      select coalesce(sum(amount_minor), 0) from entries
      where account_id = ${accountId} and transfer_id < ${surely}
    ) + (
      select coalesce(sum(e.amount_minor), 0) from entries e join transfers t on t.id = e.transfer_id
      where e.account_id = ${accountId} and e.transfer_id >= ${surely} and e.transfer_id < ${perhaps}
        and t.created_at < ${at}
    ))::bigint as balance`.execute(db)
  return rows[0]?.balance ?? 0n
}

/** What of these accounts is reserved now, the oldest first. */
export async function openHoldsOf(db: Db, accountIds: readonly string[]): Promise<OpenHold[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('holds')
    .select(['account_id', 'reason', 'remaining_minor', 'created_at'])
    .where('account_id', 'in', accountIds)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    accountId: row.account_id,
    reason: row.reason,
    remainingMinor: row.remaining_minor,
    at: row.created_at,
  }))
}
