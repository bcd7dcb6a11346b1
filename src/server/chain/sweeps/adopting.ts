import { sql } from 'kysely'
import { closeAlarm, openSince, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { inTurn } from '../../in-turn.ts'
import type { ChainTransfer } from '../chain.ts'
import { booked } from '../coins.ts'
import { isFinal, whileRead } from '../final.ts'
import type { Payment, Treasury } from '../treasury.ts'
import { isWrittenOff } from './missing.ts'
import { insertSweep, keepAttempt, lockAddress, nextNonce } from './signing.ts'
import { feeCoin } from './sweep-terms.ts'
import type { Sweeping } from './sweeping.ts'

/**
 * Writes down what an address has signed that is in no books, once it is final: they are those of a restored database, and
 * it was swept in the life before. It is followed from there as any other. What went elsewhere than to our hot wallet
 * calls a person: somebody else has the key, and that address is given out no more.
 */
export async function adopt(
  sweeping: Sweeping,
  { address, wallet, nonce }: { address: string; wallet: Treasury; nonce: number },
): Promise<void> {
  const use = await wallet.useOf(BigInt(nonce))
  const transfers = use && (await sweeping.chain.transfersBy(use.txHash))
  if (!use || !transfers || !(await isFinal(sweeping, use))) return
  const { txHash, height } = use
  const payment = asSweep(transfers, sweeping.treasury)
  await whileRead(sweeping, use, async ({ db, treasury: { network } }) => {
    if (await isWrittenOff(db, { address, nonce, txHash, height })) return
    const detail = { txHash, nonce: `${nonce}` }
    if (!payment) {
      await sweeping.retire(db, address)
      return await raiseAlarm(db, { kind: 'sweep_unknown', subject: address, detail })
    }
    await lockAddress(db, address)
    if ((await nextNonce(db, address)) !== nonce) return
    await writeDown(db, { kind: 'sweep', address, network, payment, nonce, txHash })
  })
}

/**
 * Writes down gas that the hot wallet gave in the life before: a payment of its that was found when nonces were used up, and
 * that no withdrawal asked for.
 */
export async function adoptGas({ db, chain, treasury: { network } }: Sweeping): Promise<void> {
  const { rows } = await sql<{ nonce: bigint; txHash: string }>`
    select u.nonce, u.tx_hash as "txHash" from used_up_nonces u
    join alarms a on a.kind = 'payment_unknown' and a.subject = u.tx_hash and a.settled_at is null
    where u.network = ${network} order by u.nonce`.execute(db)
  await inTurn(rows, async ({ nonce, txHash }) => {
    const [one, another] = (await chain.transfersBy(txHash)) ?? []
    if (!one || another || one.currency !== feeCoin) return
    const { amountMinor, dustRaw } = booked(one)
    const address = one.to
    if (dustRaw > 0n || !(await isOurs(db, { network, address }))) return
    await transaction(db, async db => {
      await lockAddress(db, address)
      if (!(await isAlarmOpen(db, txHash))) return
      const payment: Payment = { to: address, currency: feeCoin, amountMinor }
      await writeDown(db, { kind: 'gas', address, network, payment, nonce: Number(nonce), txHash })
      await closeAlarm(db, { kind: 'payment_unknown', subject: txHash })
    })
  })
}

async function isOurs(db: Db, { network, address }: { network: string; address: string }): Promise<boolean> {
  const addresses = db.selectFrom('deposit_addresses').select('address').where('network', '=', network)
  return (await addresses.where('address', '=', address).executeTakeFirst()) !== undefined
}

async function isAlarmOpen(db: Db, subject: string): Promise<boolean> {
  return (await openSince(db, { kind: 'payment_unknown', subject })) !== null
}

/** Its bytes are not ours to hand on, and nobody knows what they offered. */
async function writeDown(db: Db, sweep: Omit<Parameters<typeof insertSweep>[1], 'id'>): Promise<void> {
  const [id, { nonce, txHash }] = [newId(), sweep]
  await insertSweep(db, { ...sweep, id })
  const prices = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }
  await keepAttempt(db, { sweepId: id, number: 1, nonce, txHash, raw: '', prices, costRaw: 0n })
}

/** What a transaction has moved to our hot wallet, and nothing besides; null when it is no sweep. */
function asSweep(transfers: readonly ChainTransfer[], { address: to }: Treasury): Payment | null {
  const [one, another] = transfers
  if (!one) return { to, currency: feeCoin, amountMinor: 0n }
  const { amountMinor, dustRaw } = booked(one)
  return another || one.to !== to || dustRaw > 0n ? null : { to, currency: one.currency, amountMinor }
}
