import { sql } from 'kysely'
import { type Coin, format } from '../../../contract/money.ts'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { cursorOf } from '../cursor.ts'
import { giveNonce, lockNonce } from '../nonces.ts'
import { attemptRow } from '../signed-attempt.ts'
import type { Payment, Prices, Treasury } from '../treasury.ts'
import type { Paying } from './bookkeeping.ts'
import { holdBack } from './holding.ts'
import type { WithdrawalRow } from './withdrawal-tables.ts'
import { moveWithdrawal } from './withdrawals.ts'

const signedMax = 20

/**
 * Signs what is due, coin by coin in the order in which it became due. When the wallet holds too little for the first of a
 * coin, all of that coin wait, with an alarm. The bytes and the nonce are kept in one commit, before anybody sees them.
 * Nothing is signed while our reader stands still, or has read nothing: the chain may be another one, and what was credited
 * lost.
 */
export async function signQueued(paying: Paying): Promise<void> {
  const { db, treasury } = paying
  const read = await cursorOf(db, treasury.network)
  if (!read || read.stopped) return
  const due = await db
    .selectFrom('withdrawals')
    .select('currency')
    .distinct()
    .where('network', '=', treasury.network)
    .where('status', '=', 'queued')
    .where('send_at', '<=', sql<Date>`now()`)
    .orderBy('currency')
    .execute()
  await inTurn(due, async ({ currency }) => {
    const purse = await purseOf(treasury, currency)
    for (let signed = 0; signed < signedMax; signed++) if (!(await signFirst(paying, purse))) return
  })
  await closeIdleAlarms(paying)
}

/** What was missing is missed no longer when nothing waits for it: the customer took it back, or it was paid. */
async function closeIdleAlarms({ db, treasury: { network } }: Paying): Promise<void> {
  await sql`
    update alarms set settled_at = now()
    where kind = 'hot_wallet_low' and settled_at is null and starts_with(subject, ${`${network}:`}) and not exists (
      select from withdrawals w
      where w.network = ${network} and subject = w.network || ':' || w.currency
        and (w.status = 'sent' or (w.status = 'queued' and w.send_at <= now()))
    )`.execute(db)
}

/** What the chain says of our wallet. `height` is read first: what is mined up to it is in the balances. */
export interface Purse {
  currency: Coin
  height: bigint
  balanceMinor: bigint
  feeRaw: bigint
  minedCount: number
  waitingCount: number
  prices: Prices
}

/** Asks the chain for it. */
export async function purseOf(treasury: Treasury, currency: Coin): Promise<Purse> {
  const height = await treasury.head()
  const [balanceMinor, feeRaw, minedCount, waitingCount, prices] = await Promise.all([
    treasury.balanceOf(currency),
    treasury.feeBalance(),
    treasury.minedCount(),
    treasury.waitingCount(),
    treasury.prices(),
  ])
  return { currency, height, balanceMinor, feeRaw, minedCount, waitingCount, prices }
}

/** True when the queue of the coin went on by one, so that the next may be looked at. */
async function signFirst({ db, treasury, books }: Paying, purse: Purse): Promise<boolean> {
  return await transaction(db, async db => {
    const nonce = await lockNonce(db, treasury.network, purse)
    if (nonce === null) return false
    const row = await firstQueued(db, treasury, purse.currency)
    if (!row) return false
    const reason = await books.obstacle(db, row)
    if (reason) {
      await holdBack(db, { books, row, reason })
      return true
    }
    const payment = paymentOf(row)
    const alarm = { kind: 'hot_wallet_low', subject: `${treasury.network}:${row.currency}` } as const
    const low = await shortage(db, { treasury, purse, payment })
    if (low) {
      await raiseAlarm(db, { ...alarm, detail: { ...low, withdrawalId: row.id } })
      return false
    }
    await closeAlarm(db, alarm)
    const attempt = { number: 1, nonce, prices: purse.prices }
    const { txHash, keep } = await signed({ treasury, payment, attempt })
    const sent = await moveWithdrawal(db, row, {
      status: 'sent',
      nonce: BigInt(nonce),
      tx_hash: txHash,
      at: 'sent_at',
    })
    await keep(db, row.id)
    await giveNonce(db, { network: row.network, nonce })
    await books.signed(db, sent, attempt)
    return true
  })
}

/** What a withdrawal pays. */
export function paymentOf({ address, currency, receive_minor }: WithdrawalRow): Payment {
  return { to: address, currency, amountMinor: receive_minor }
}

/** What pays nobody, and only uses up its nonce. */
export function nothing({ address }: Treasury): Payment {
  return { to: address, currency: 'ETH', amountMinor: 0n }
}

/** Signs one attempt. Nobody sees its bytes before `keep` is committed. */
export async function signed({
  treasury,
  payment,
  attempt: { number, nonce, prices },
  paysNothing = false,
}: {
  treasury: Treasury
  payment: Payment
  attempt: { number: number; nonce: number; prices: Prices }
  paysNothing?: boolean
}) {
  const { txHash, raw } = await treasury.sign(payment, { nonce, prices })
  const keep = async (db: Db, withdrawalId: string) => {
    await db
      .insertInto('withdrawal_attempts')
      .values({
        withdrawal_id: withdrawalId,
        ...attemptRow({ number, nonce, txHash, raw, prices, costRaw: treasury.costOf(payment, prices) }),
        pays_nothing: paysNothing,
      })
      .execute()
  }
  return { txHash, raw, keep }
}

/** What is missing to pay this beside all that is promised; null when it can be paid. */
export async function shortage(
  db: Db,
  { treasury, purse, payment }: { treasury: Treasury; purse: Purse; payment: Payment },
): Promise<Record<string, string> | null> {
  const { currency } = payment
  const promised = await promisedBy(db, { treasury, currency, height: purse.height })
  const missing = payment.amountMinor + promised.amountMinor - purse.balanceMinor
  if (missing > 0n) return { missing: format(missing, currency), currency }
  const missingFee = treasury.costOf(payment, purse.prices) + promised.costRaw - purse.feeRaw
  return missingFee > 0n ? { missingFeeRaw: `${missingFee}` } : null
}

/** What is signed and not in the balances at `height` yet: of a coin, and of what is there for fees. */
export async function promisedBy(
  db: Db,
  {
    treasury: { network },
    currency,
    height,
    besides = null,
  }: { treasury: Treasury; currency: Coin; height: bigint; besides?: string | null },
): Promise<{ amountMinor: bigint; costRaw: bigint }> {
  const { rows } = await sql<{ minor: bigint; cost: string }>`
    select coalesce(sum(minor) filter (where currency = ${currency}), 0)::bigint as minor,
      coalesce(sum(cost), 0)::text as cost
    from (
      select id, currency, receive_minor as minor, (
        select a.cost_raw from withdrawal_attempts a where a.withdrawal_id = w.id order by a.number desc limit 1
      ) as cost
      from withdrawals w
      where network = ${network} and nonce is not null
        and case when block_height is null then status in ('sent', 'done') else block_height > ${height} end
      union all
      select id, currency, amount_minor, (
        select a.cost_raw from sweep_attempts a where a.sweep_id = s.id order by a.number desc limit 1
      )
      from sweeps s
      where network = ${network} and kind = 'gas'
        and case when block_height is null then status = 'sent' else block_height > ${height} end
    ) signed
    where id is distinct from ${besides}::uuid`.execute(db)
  const { minor, cost } = rows[0] ?? { minor: 0n, cost: '0' }
  return { amountMinor: minor, costRaw: BigInt(cost) }
}

async function firstQueued(
  db: Db,
  { network }: Treasury,
  currency: Coin,
): Promise<WithdrawalRow | undefined> {
  return await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('network', '=', network)
    .where('currency', '=', currency)
    .where('status', '=', 'queued')
    .where('send_at', '<=', sql<Date>`now()`)
    .orderBy('send_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
