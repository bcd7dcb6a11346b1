import { sql } from 'kysely'
import { raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { haltOf } from '../halts.ts'
import type { Prices } from '../treasury.ts'
import type { Paying } from './bookkeeping.ts'
import { paymentOf, promisedBy, signed } from './signing.ts'
import { lockWithdrawal, moveWithdrawal } from './withdrawals.ts'

/** Between two times that the network is handed the same bytes. */
export const againSeconds = 5
/** After so many blocks an attempt is too cheap. */
export const patienceBlocks = 15
/** How far above the market we go: beyond it something else is wrong than the price. */
export const pricesMax = 10n

/**
 * Hands the network what is signed and in no block, or in none any more: the same bytes as before, as often as it takes,
 * in the order of their nonces. The newest attempt first, as it pays best; an older one when that is refused.
 */
export async function broadcast({ db, treasury }: Paying): Promise<void> {
  const { rows } = await sql<{ withdrawal_id: string; number: number; raw: string }>`
    select a.withdrawal_id, a.number, a.raw
    from withdrawals w join withdrawal_attempts a on a.withdrawal_id = w.id
    where w.network = ${treasury.network} and not a.pays_nothing and a.raw <> ''
      and (w.status = 'sent' or (w.status = 'done' and w.block_height is null)) and not exists (
      select from withdrawal_attempts b
      where b.withdrawal_id = w.id and b.broadcast_at > now() - ${againSeconds} * interval '1 second'
    )
    order by w.nonce, a.number desc`.execute(db)
  const taken = new Set<string>()
  await inTurn(rows, async ({ withdrawal_id, number, raw }) => {
    if (taken.has(withdrawal_id)) return
    const answer = await treasury.broadcast(raw)
    if (answer !== 'refused') taken.add(withdrawal_id)
    await db
      .updateTable('withdrawal_attempts')
      .set({ answer, broadcast_at: sql<Date>`now()` })
      .where('withdrawal_id', '=', withdrawal_id)
      .where('number', '=', number)
      .execute()
  })
}

/**
 * Signs anew, with the same nonce and at least an eighth more, what the network refused or leaves lying. Only one of all
 * attempts can ever be in the chain.
 */
export async function raisePrices(paying: Paying): Promise<void> {
  const { db, treasury } = paying
  const { rows } = await sql<{ id: string }>`
    select w.id from withdrawals w join lateral (
      select created_at, broadcast_at, answer from withdrawal_attempts
      where withdrawal_id = w.id and raw <> '' order by number desc limit 1
    ) a on true
    where w.network = ${treasury.network} and w.status = 'sent' and a.broadcast_at is not null and (
      a.created_at <= now() - ${patienceBlocks * treasury.blockSeconds} * interval '1 second'
      or (a.answer = 'refused' and a.created_at <= now() - ${againSeconds} * interval '1 second')
    )
    order by w.nonce`.execute(db)
  if (rows.length === 0) return
  const height = await treasury.head()
  const [feeRaw, market] = [await treasury.feeBalance(), await treasury.prices()]
  await inTurn(rows, ({ id }) => raise(paying, { id, height, feeRaw, market }))
}

async function raise(
  { db, treasury, books }: Paying,
  { id, height, feeRaw, market }: { id: string; height: bigint; feeRaw: bigint; market: Prices },
): Promise<void> {
  await transaction(db, async db => {
    const row = await lockWithdrawal(db, id)
    if (row?.status !== 'sent' || (await haltOf(db, row.network))) return
    const last = await db
      .selectFrom('withdrawal_attempts')
      .selectAll()
      .where('withdrawal_id', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const prices = raisedOver(last, market)
    if (prices.maxFeePerGas > market.maxFeePerGas * pricesMax) return
    const payment = paymentOf(row)
    // What it pays out was set aside when it was signed first; only the price is looked at again.
    const promised = await promisedBy(db, { treasury, currency: row.currency, height, besides: id })
    const missingFee = treasury.costOf(payment, prices) + promised.costRaw - feeRaw
    if (missingFee > 0n) {
      const subject = `${treasury.network}:${row.currency}`
      const detail = { missingFeeRaw: `${missingFee}`, withdrawalId: id }
      return await raiseAlarm(db, { kind: 'hot_wallet_low', subject, detail })
    }
    const attempt = { number: last.number + 1, nonce: Number(last.nonce), prices }
    const { txHash, keep } = await signed({ treasury, payment, attempt })
    // Found in a block, signed with the same price before the books were those of a copy.
    if (await isKnown(db, txHash)) return
    await keep(db, id)
    await books.signed(db, await moveWithdrawal(db, row, { tx_hash: txHash }), attempt)
  })
}

async function isKnown(db: Db, txHash: string): Promise<boolean> {
  const attempts = db.selectFrom('withdrawal_attempts').select('number')
  return (await attempts.where('tx_hash', '=', txHash).executeTakeFirst()) !== undefined
}

/** What the network takes in place of an attempt at these prices: the market's, or an eighth more. */
export function raisedOver(last: { max_fee_raw: string; max_priority_raw: string }, market: Prices): Prices {
  return {
    maxFeePerGas: higher(BigInt(last.max_fee_raw), market.maxFeePerGas),
    maxPriorityFeePerGas: higher(BigInt(last.max_priority_raw), market.maxPriorityFeePerGas),
  }
}

function higher(last: bigint, market: bigint): bigint {
  const eighthMore = (last * 9n + 7n) / 8n
  return market > eighthMore ? market : eighthMore
}
