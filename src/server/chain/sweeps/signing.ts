import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { attemptRow, type NewAttempt } from '../signed-attempt.ts'
import type { Payment, Prices, Treasury } from '../treasury.ts'
import type { SweepRow } from './sweep-tables.ts'

/** What a row pays. */
export function paymentOf({ to_address, currency, amount_minor }: SweepRow): Payment {
  return { to: to_address, currency, amountMinor: amount_minor }
}

/**
 * Signs a payment and writes it down with its bytes, in the caller's transaction: nobody sees them before its commit. The
 * caller has locked the address.
 */
export async function signNew(
  db: Db,
  {
    kind,
    address,
    sender,
    payment,
    nonce,
    prices,
  }: Pick<SweepRow, 'kind' | 'address'> & {
    sender: Treasury
    payment: Payment
    nonce: number
    prices: Prices
  },
): Promise<void> {
  const id = newId()
  const { txHash, raw } = await sender.sign(payment, { nonce, prices })
  await insertSweep(db, { id, kind, address, network: sender.network, payment, nonce, txHash })
  const costRaw = sender.costOf(payment, prices)
  await keepAttempt(db, { sweepId: id, number: 1, nonce, txHash, raw, prices, costRaw })
}

/** Writes a payment down that is signed. */
export async function insertSweep(
  db: Db,
  {
    id,
    payment: { to, currency, amountMinor },
    nonce,
    txHash,
    ...row
  }: Pick<SweepRow, 'id' | 'kind' | 'address' | 'network'> & {
    payment: Payment
    nonce: number
    txHash: string
  },
): Promise<void> {
  await db
    .insertInto('sweeps')
    .values({
      ...row,
      id,
      currency,
      amount_minor: amountMinor,
      to_address: to,
      nonce: BigInt(nonce),
      status: 'sent',
      tx_hash: txHash,
    })
    .execute()
}

/** Writes one attempt down, in the caller's transaction. */
export async function keepAttempt(
  db: Db,
  { sweepId, ...signed }: NewAttempt & { sweepId: string },
): Promise<void> {
  await db
    .insertInto('sweep_attempts')
    .values({ sweep_id: sweepId, ...attemptRow(signed) })
    .execute()
}

/** A sweep, kept as it is until the commit; undefined when there is none. */
export async function lockSweep(db: Db, id: string): Promise<SweepRow | undefined> {
  return await db.selectFrom('sweeps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Has others who sign for an address wait until the commit. Deposits to it do not wait. */
export async function lockAddress(db: Db, address: string): Promise<void> {
  await sql`select from deposit_addresses where address = ${address} for no key update`.execute(db)
}

/** The nonce that an address has not signed with, to the books, and that nothing strange has used. */
export async function nextNonce(db: Db, address: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(nonce) + 1, 0)::integer as next from (
      select nonce from sweeps where address = ${address} and kind = 'sweep'
      union all
      select nonce from strange_nonces where address = ${address}
    ) used`.execute(db)
  return rows[0]?.next ?? 0
}
