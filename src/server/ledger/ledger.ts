import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Db, isUniqueViolation, retrying, transaction } from '../database/database.ts'
import { newId } from '../id.ts'
import { type Outcome, type Posted, postBatch, postedOrThrow } from './batch.ts'
import { HoldClosed, KeyReused, Overdrawn } from './exceptions.ts'
import type { HoldState } from './tables.ts'
import {
  checkKey,
  checkReason,
  checkSize,
  checkTransfer,
  hashOf,
  hashOfTransfer,
  type Transfer,
} from './transfer.ts'

export {
  type AccountName,
  type Balance,
  balanceOf,
  balancesOf,
  houseAccount,
  houseAccounts,
  type LockedBalance,
  lockBalances,
  lockNamed,
  type OwnedBalance,
  openAccount,
} from './accounts.ts'
export type { Posted } from './batch.ts'
export { AlreadyReversed, HoldClosed, KeyReused, Overdrawn } from './exceptions.ts'
export type { AccountKind, HoldState } from './tables.ts'
export type { Entry, Transfer } from './transfer.ts'

/** A hold and whether its key had been used before with the same content. */
export interface Held {
  holdId: string
  isReplay: boolean
}

/** A hold as it stands. */
export interface Hold {
  holdId: string
  accountId: string
  remainingMinor: bigint
  state: HoldState
  reason: string
  expiresAt: Date | null
}

/**
 * Writes a transfer's entries, in minor units of their accounts' currencies. Returns the first transfer again when the key
 * was used before with the same content; refuses a reused key (`KeyReused`), an overdraft (`Overdrawn`) and a second
 * reversal (`AlreadyReversed`). Throws otherwise on what no caller may send: entries that do not add up to zero in each
 * currency, one account twice, an account that is closed.
 */
export async function post(db: Db, transfer: Transfer): Promise<Posted> {
  const [posted] = await postAll(db, [transfer])
  assert(posted)
  return posted
}

/**
 * Writes all transfers or none, in order: what an earlier one brings, a later one may spend. Throws as `post` for the
 * first that is refused. Transfers posted before, with the same content, are left as they are.
 */
export async function postAll(db: Db, transfers: readonly Transfer[]): Promise<Posted[]> {
  if (transfers.length === 0) return []
  for (const transfer of transfers) checkTransfer(transfer)
  const keys = new Set(transfers.map(transfer => transfer.idempotencyKey))
  assert.equal(keys.size, transfers.length, 'each transfer has a key of its own')
  const work = async (db: Db) => {
    const outcomes = await postBatch(db, transfers)
    const refused = outcomes.findIndex(({ kind }) => kind !== 'posted' && kind !== 'replayed')
    const order = refused === -1 ? outcomes.keys() : [refused]
    return [...order].map(index => postedOrThrow(transfers[index] as Transfer, outcomes[index] as Outcome))
  }
  // One transfer is one statement and is simply tried again. Several need a transaction: if another node holds a later
  // key, those already written are rolled back.
  return transfers.length === 1 ? await retrying(db, () => work(db)) : await transaction(db, work)
}

/**
 * Undoes a transfer by a new one with its entries mirrored. Refused as any other when somebody has spent the money
 * (`Overdrawn`; cards can be forced) and when another reversal exists (`AlreadyReversed`).
 */
export async function reverse(
  db: Db,
  { transferId, ...rest }: { transferId: string; idempotencyKey: string; reason: string; forced?: boolean },
): Promise<Posted> {
  const entries = await db
    .selectFrom('entries')
    .select(['account_id as accountId', 'amount_minor'])
    .where('transfer_id', '=', transferId)
    .execute()
  const mirrored = entries.map(({ accountId, amount_minor }) => ({ accountId, amountMinor: -amount_minor }))
  return await post(db, { ...rest, entries: mirrored, reverses: transferId })
}

/**
 * Reserves funds. The balance is unchanged, the available balance falls at once. Returns the first hold again when the
 * key was used before with the same content; refuses an overdraft (`Overdrawn`) and a reused key (`KeyReused`). The keys
 * of holds and those of transfers do not meet. Nothing happens by itself at `expiresAt`: whoever sets it looks for
 * `overdueHolds`, and expires them or puts them off.
 */
export async function hold(
  db: Db,
  request: {
    accountId: string
    amountMinor: bigint
    idempotencyKey: string
    reason: string
    expiresAt?: Date | null
  },
): Promise<Held> {
  const { accountId, amountMinor, idempotencyKey, reason, expiresAt = null } = request
  checkHold(accountId, amountMinor, idempotencyKey)
  checkReason(reason)
  const hash = hashOf([
    'hold',
    idempotencyKey,
    reason,
    accountId,
    `${amountMinor}`,
    expiresAt?.toISOString() ?? '',
  ])
  const query = sql<HoldRow>`select outcome, hold_id from open_hold(
    ${newId()}::uuid, ${accountId}::uuid, ${amountMinor}::bigint, ${idempotencyKey}, ${hash}::bytea, ${reason},
    ${expiresAt}::timestamptz)`
  const { outcome, hold_id } = await answerOf(db, query, idempotencyKey)
  if (outcome === 'overdrawn') throw new Overdrawn(accountId)
  return { holdId: hold_id ?? '', isReplay: outcome === 'replayed' }
}

/** Reserves more under a hold that is open. Repeats and refuses as `hold`; a closed one is refused too (`HoldClosed`). */
export async function increaseHold(
  db: Db,
  { holdId, amountMinor, idempotencyKey }: { holdId: string; amountMinor: bigint; idempotencyKey: string },
): Promise<Held> {
  checkHold(holdId, amountMinor, idempotencyKey)
  const hash = hashOf(['increase', idempotencyKey, holdId, `${amountMinor}`])
  const query = sql<HoldRow>`select outcome from increase_hold(
    ${holdId}::uuid, ${amountMinor}::bigint, ${idempotencyKey}, ${hash}::bytea)`
  const { outcome } = await answerOf(db, query, idempotencyKey)
  if (outcome === 'overdrawn') throw new Overdrawn((await holdOf(db, holdId)).accountId)
  if (outcome === 'closed') throw new HoldClosed(holdId)
  return { holdId, isReplay: outcome === 'replayed' }
}

/**
 * Turns a hold into a transfer. The captured amount is what the entries take from the hold's account: less than the
 * hold, and a final capture (the default) gives back the rest while `final: false` keeps it reserved; more, and the
 * excess comes from what is available (`Overdrawn` if that is not enough, unless `forced` on a card). No other customer
 * account may be debited. Returns the first transfer again when the key was used before for the same; refuses a closed
 * hold (`HoldClosed`) and a reused key (`KeyReused`).
 */
export async function capture(
  db: Db,
  { holdId, final = true, ...transfer }: Omit<Transfer, 'reverses'> & { holdId: string; final?: boolean },
): Promise<Posted> {
  checkTransfer(transfer)
  const { idempotencyKey, reason, entries, forced = false } = transfer
  const query = sql<HoldRow & { transfer_id: string | null }>`select outcome, transfer_id from capture_hold(
    ${holdId}::uuid, ${final}, ${newId()}::uuid, ${idempotencyKey}, ${hashOfTransfer(transfer)}::bytea, ${reason},
    ${forced}, ${entries.map(entry => entry.accountId)}::uuid[], ${entries.map(entry => entry.amountMinor)}::bigint[])`
  const { outcome, transfer_id } = await retrying(db, () => answerOf(db, query, idempotencyKey))
  if (outcome === 'overdrawn') throw new Overdrawn((await holdOf(db, holdId)).accountId)
  if (outcome === 'closed') throw new HoldClosed(holdId)
  return { transferId: transfer_id ?? '', isReplay: outcome === 'replayed' }
}

/**
 * Gives back what remains of a hold, or `amountMinor` of it if that is less. A closed hold gives back nothing, which is no
 * error. A part is given back once per key, so it needs one: a repeat tells what was given back then, and a key used
 * otherwise is refused (`KeyReused`).
 */
export async function release(
  db: Db,
  given: { holdId: string; amountMinor?: bigint; idempotencyKey?: string },
): Promise<{ releasedMinor: bigint; isReplay: boolean }> {
  return await close(db, 'release', given)
}

/** Gives back what remains of a hold whose claim has not come in time: as `release` of all of it, but the hold says why. */
export async function expire(db: Db, { holdId }: { holdId: string }): Promise<{ releasedMinor: bigint }> {
  return await close(db, 'expire', { holdId })
}

/** A hold as it stands. Throws when there is none. */
export async function holdOf(db: Db, holdId: string): Promise<Hold> {
  const row = await db.selectFrom('holds').selectAll().where('id', '=', holdId).executeTakeFirstOrThrow()
  const { id, account_id, remaining_minor, state, reason, expires_at } = row
  return {
    holdId: id,
    accountId: account_id,
    remainingMinor: remaining_minor,
    state,
    reason,
    expiresAt: expires_at,
  }
}

/**
 * Open holds of a reason whose time is over, those that waited longest first, `limit` at the most. None is given longer than
 * `longestDays`: what ends later than that from now on was held or put off by a clock that ran ahead, and its time is over,
 * too.
 */
export async function overdueHolds(
  db: Db,
  { reason, limit, longestDays }: { reason: string; limit: number; longestDays: number },
): Promise<Pick<Hold, 'holdId' | 'accountId'>[]> {
  return await db
    .selectFrom('holds')
    .select(['id as holdId', 'account_id as accountId'])
    .where('state', '=', 'open')
    .where('reason', '=', reason)
    .where(
      sql<boolean>`(expires_at <= now() or expires_at > now() + make_interval(days => ${longestDays}, hours => 1))`,
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Puts the time of an open hold off until so many hours from now: its claim may still come. A closed one stays as it is. */
export async function putOffHold(
  db: Db,
  { holdId, hours }: { holdId: string; hours: number },
): Promise<void> {
  await sql`
    update holds set expires_at = now() + make_interval(hours => ${hours})
    where id = ${holdId} and state = 'open'`.execute(db)
}

interface HoldRow {
  outcome: 'held' | 'captured' | 'released' | 'overdrawn' | 'closed' | 'replayed' | 'reused'
  hold_id?: string | null
}

async function close(
  db: Db,
  kind: 'release' | 'expire',
  { holdId, amountMinor, idempotencyKey }: { holdId: string; amountMinor?: bigint; idempotencyKey?: string },
) {
  if (amountMinor !== undefined) {
    assert(idempotencyKey, 'a part of a hold is given back under a key')
    checkHold(holdId, amountMinor, idempotencyKey)
  }
  const hash = idempotencyKey ? hashOf([kind, idempotencyKey, holdId, `${amountMinor ?? ''}`]) : null
  const query = sql<HoldRow & { released: bigint }>`select outcome, released from release_hold(
    ${holdId}::uuid, ${kind}, ${amountMinor ?? null}::bigint, ${idempotencyKey ?? null}, ${hash}::bytea)`
  const { outcome, released } = await answerOf(db, query, idempotencyKey ?? '')
  return { releasedMinor: released, isReplay: outcome === 'replayed' }
}

function checkHold(accountId: string, amountMinor: bigint, idempotencyKey: string) {
  assert(amountMinor > 0n, 'a hold is a positive amount')
  checkKey(idempotencyKey)
  checkSize(accountId, amountMinor)
}

/** The row of a verb's answer. A key that another account used at this very moment is a reused key too. */
async function answerOf<Row extends HoldRow>(
  db: Db,
  query: ReturnType<typeof sql<Row>>,
  key: string,
): Promise<Row> {
  try {
    const row = (await query.execute(db)).rows[0]
    assert(row)
    if (row.outcome === 'reused') throw new KeyReused(key)
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'hold_changes_idempotency_key_key')) throw new KeyReused(key)
    throw error
  }
}
