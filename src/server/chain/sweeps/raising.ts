import { sql } from 'kysely'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { haltOf } from '../halts.ts'
import type { Prices, Treasury } from '../treasury.ts'
import { againSeconds, patienceBlocks, pricesMax, raisedOver } from '../withdrawals/broadcasting.ts'
import { promisedBy } from '../withdrawals/signing.ts'
import { knownAt } from './known.ts'
import { keepAttempt, lockSweep, paymentOf } from './signing.ts'
import type { SweepRow } from './sweep-tables.ts'
import { dearestPerGas, feeCoin, patient, rawOfMinor } from './sweep-terms.ts'
import { type Sweeping, senderOf } from './sweeping.ts'

/**
 * Signs anew, with the same nonce and at least an eighth more, what the network refused or leaves lying. Gas goes up as
 * withdrawals do, whose nonces wait for its own. A sweep goes up to what its address can pay, and no further than one that
 * begins: it waits for gas to be cheaper.
 */
export async function raiseSweeps(sweeping: Sweeping): Promise<void> {
  const { db, treasury } = sweeping
  const { rows } = await sql<SweepRow>`
    select s.* from sweeps s join lateral (
      select created_at, broadcast_at, answer from sweep_attempts
      where sweep_id = s.id and raw <> '' order by number desc limit 1
    ) a on true
    where s.network = ${treasury.network} and s.status = 'sent' and s.block_height is null
      and a.broadcast_at is not null and (
        a.created_at <= now() - ${patienceBlocks * treasury.blockSeconds} * interval '1 second'
        or (a.answer = 'refused' and a.created_at <= now() - ${againSeconds} * interval '1 second')
      )
    order by s.created_at, s.id`.execute(db)
  if (rows.length === 0) return
  const market = await treasury.prices()
  await inTurn(rows, async row => {
    const sender = await senderOf(sweeping, row)
    if (sender) await raise(db, { row, sender, market })
  })
}

async function raise(
  db: Db,
  { row: { id }, sender, market }: { row: SweepRow; sender: Treasury; market: Prices },
): Promise<void> {
  const height = await sender.head()
  const feeRaw = await sender.feeBalance()
  await transaction(db, async db => {
    const row = await lockSweep(db, id)
    if (row?.status !== 'sent' || (await haltOf(db, row.network))) return
    const last = await db
      .selectFrom('sweep_attempts')
      .selectAll()
      .where('sweep_id', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const isGas = row.kind === 'gas'
    const prices = raisedOver(last, isGas ? market : patient(market))
    const most = isGas ? market.maxFeePerGas * pricesMax : dearestPerGas
    const payment = paymentOf(row)
    const costRaw = sender.costOf(payment, prices)
    const affordable = await affordableFor(db, { row, sender, height, feeRaw })
    if (prices.maxFeePerGas > most || costRaw > affordable) return
    const nonce = Number(last.nonce)
    const { txHash, raw } = await sender.sign(payment, { nonce, prices })
    const known = db.selectFrom('sweep_attempts').select('number').where('tx_hash', '=', txHash)
    if (await known.executeTakeFirst()) return
    await keepAttempt(db, { sweepId: id, number: last.number + 1, nonce, txHash, raw, prices, costRaw })
    await db.updateTable('sweeps').set({ tx_hash: txHash }).where('id', '=', id).execute()
  })
}

/** What there is for this payment and its fee beside all else, in the native coin's smallest unit. */
async function affordableFor(
  db: Db,
  { row, sender, height, feeRaw }: { row: SweepRow; sender: Treasury; height: bigint; feeRaw: bigint },
): Promise<bigint> {
  const { id, network, kind, address, currency, amount_minor } = row
  if (kind === 'gas') {
    const promised = await promisedBy(db, { treasury: sender, currency: feeCoin, height, besides: id })
    return feeRaw - promised.costRaw
  }
  const rest = await knownAt(db, { network, address, currency: feeCoin })
  const knownRaw = rawOfMinor(currency === feeCoin ? rest + amount_minor : rest)
  return knownRaw < feeRaw ? knownRaw : feeRaw
}
