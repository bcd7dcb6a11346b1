import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { cursorOf } from '../cursor.ts'
import { isFinal, whileRead } from '../final.ts'
import { haltOf } from '../halts.ts'
import type { NonceUse, Prices, Treasury } from '../treasury.ts'
import { endUsingUp, openNonces } from '../used-up.ts'
import type { Paying } from './bookkeeping.ts'
import { againSeconds, patienceBlocks, pricesMax, raisedOver } from './broadcasting.ts'
import { nothing, paymentOf } from './signing.ts'
import { moveWithdrawal } from './withdrawals.ts'

/** Nodes keep only so many of one sender that wait for a block. */
const atOnce = 16

/**
 * Uses up the nonces that something unknown may have been signed with, before anything new is signed: each by a transaction
 * that pays nobody, unless what was signed is in a block. What has used one for good is looked into: a payment that waits
 * unsigned in the books has been made, and is followed from there; one that is in no books calls a person.
 */
export async function useUpNonces(paying: Paying): Promise<void> {
  const { db, treasury } = paying
  const { network, confirmations } = treasury
  const open = await openNonces(db, network, { limit: atOnce })
  if (open.length === 0) return
  const read = await cursorOf(db, network)
  if (!read || read.stopped || (await treasury.head()) < read.height || (await haltOf(db, network))) return
  const usedForGood = BigInt(await treasury.minedCount(confirmations))
  const mined = BigInt(await treasury.minedCount())
  const market = await treasury.prices()
  await inTurn(open, async nonce => {
    if (nonce < usedForGood) await lookInto(paying, nonce)
    else if (nonce >= mined) await fill(paying, { nonce, market })
  })
  if (!(await haltOf(db, network))) await endUsingUp(db, network)
}

/** What has used a nonce for good. */
async function lookInto(paying: Paying, nonce: bigint): Promise<void> {
  const { db, treasury } = paying
  const payments = (await unsigned(db, treasury).execute()).map(paymentOf)
  const use = await treasury.useOf(nonce, nothing(treasury), ...payments)
  if (!use || !(await isFinal(paying, use))) return
  await whileRead(paying, use, async paying => {
    const { db } = paying
    if (!(await lockOpen(db, treasury, nonce))) return
    const paysNothing = use.carries?.amountMinor === 0n
    await db
      .updateTable('used_up_nonces')
      .set({ tx_hash: use.txHash, pays_nothing: paysNothing })
      .where('network', '=', treasury.network)
      .where('nonce', '=', nonce)
      .execute()
    if (paysNothing || (await takeUp(paying, { nonce, use }))) return
    const detail = { nonce: `${nonce}`, txHash: use.txHash }
    await raiseAlarm(db, { kind: 'payment_unknown', subject: use.txHash, detail })
  })
}

/** Withdrawals of which nothing was signed, to these books, though it was time to; the oldest first. */
function unsigned(db: Db, { network }: Treasury) {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('network', '=', network)
    .where('status', 'in', ['review', 'queued', 'held'])
    .where('send_at', '<=', sql<Date>`now()`)
    .orderBy('created_at')
    .orderBy('id')
}

/** The oldest that waits for this very payment was signed with this nonce: it is followed as any other. False when none is. */
async function takeUp(
  { db, treasury, books }: Paying,
  { nonce, use: { txHash, carries } }: { nonce: bigint; use: NonceUse },
): Promise<boolean> {
  if (!carries) return false
  const row = await unsigned(db, treasury)
    .where('address', '=', carries.to)
    .where('currency', '=', carries.currency)
    .where('receive_minor', '=', carries.amountMinor)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const known = { nonce, tx_hash: txHash }
  const sent = await moveWithdrawal(db, row, { ...known, status: 'sent', reason: null, at: 'sent_at' })
  // Its bytes are not ours to hand on, and nobody knows what they offered.
  const unseen = { raw: '', max_fee_raw: '1', max_priority_raw: '0', cost_raw: '0' }
  await db
    .insertInto('withdrawal_attempts')
    .values({ withdrawal_id: row.id, number: 1, ...known, ...unseen })
    .execute()
  await closeAlarm(db, { kind: 'withdrawal_held', subject: row.id })
  await books.signed(db, sent, { number: 1 })
  return true
}

/** False when somebody else has looked into it, or all is stopped. */
async function lockOpen(db: Db, { network }: Treasury, nonce: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('used_up_nonces')
    .select('nonce')
    .where('network', '=', network)
    .where('nonce', '=', nonce)
    .where('tx_hash', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && !(await haltOf(db, network))
}

/** Hands the network a transaction that pays nobody. Whatever is mined with the nonce, it is used. */
async function fill(paying: Paying, asked: { nonce: bigint; market: Prices }): Promise<void> {
  const { db, treasury } = paying
  const filler = await fillerOf(paying, asked)
  if (!filler?.is_due) return
  const answer = await treasury.broadcast(filler.raw)
  await db
    .updateTable('nonce_fillers')
    .set({ answer, broadcast_at: sql<Date>`now()` })
    .where('network', '=', treasury.network)
    .where('nonce', '=', asked.nonce)
    .where('number', '=', filler.number)
    .execute()
}

/** The newest of them; a dearer one is signed when the network does not take it or leaves it lying. */
async function fillerOf({ db, treasury }: Paying, { nonce, market }: { nonce: bigint; market: Prices }) {
  return await transaction(db, async db => {
    if (!(await lockOpen(db, treasury, nonce))) return
    const last = await lastFiller(db, treasury, nonce)
    const prices = last ? raisedOver(last, market) : market
    if (last && (!last.is_stale || prices.maxFeePerGas > market.maxFeePerGas * pricesMax)) return last
    const { txHash, raw } = await treasury.sign(nothing(treasury), { nonce: Number(nonce), prices })
    const number = (last?.number ?? 0) + 1
    await db
      .insertInto('nonce_fillers')
      .values({
        network: treasury.network,
        nonce,
        number,
        tx_hash: txHash,
        raw,
        max_fee_raw: `${prices.maxFeePerGas}`,
        max_priority_raw: `${prices.maxPriorityFeePerGas}`,
      })
      .execute()
    return { number, raw, is_due: true }
  })
}

async function lastFiller(db: Db, { network, blockSeconds }: Treasury, nonce: bigint) {
  const patienceSeconds = patienceBlocks * blockSeconds
  return await db
    .selectFrom('nonce_fillers')
    .select(['number', 'raw', 'max_fee_raw', 'max_priority_raw'])
    .select(
      sql<boolean>`created_at <= now() - ${patienceSeconds} * interval '1 second'
        or (answer is not distinct from 'refused' and created_at <= now() - ${againSeconds} * interval '1 second')`.as(
        'is_stale',
      ),
    )
    .select(
      sql<boolean>`coalesce(broadcast_at <= now() - ${againSeconds} * interval '1 second', true)`.as(
        'is_due',
      ),
    )
    .where('network', '=', network)
    .where('nonce', '=', nonce)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
