import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import type { Db } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'

/** More at once is a slip of the hand: each costs the fee of a transaction. */
const most = 1000n

/** What is to be used up, lowest first: nonces of which nobody knows yet what has used them for good. */
export async function openNonces(db: Db, network: string, { limit }: { limit: number }): Promise<bigint[]> {
  const rows = await db
    .selectFrom('used_up_nonces')
    .select('nonce')
    .where('network', '=', network)
    .where('tx_hash', 'is', null)
    .orderBy('nonce')
    .limit(limit)
    .execute()
  return rows.map(({ nonce }) => nonce)
}

/**
 * Has all nonces from `from` to `upTo` used up, both with them, before anything new is signed. The caller holds the lock of
 * the network's nonce. Throws when there are none, or far too many.
 */
export async function planUsingUp(
  db: Db,
  { network, from, upTo }: { network: string; from: bigint; upTo: bigint },
): Promise<void> {
  if (upTo < from) throw new PlainError(`The books know what all nonces below ${from} were signed for.`)
  if (upTo - from >= most)
    throw new PlainError(`The next nonce is ${from}: no more than ${most} are used up at once.`)
  await sql`
    insert into used_up_nonces (network, nonce) select ${network}, generate_series(${from}::bigint, ${upTo}::bigint)`.execute(
    db,
  )
  await sql`
    insert into nonce_fees (network, nonce) select ${network}, generate_series(${from}::bigint, ${upTo}::bigint)
    on conflict do nothing`.execute(db)
  await db
    .updateTable('chain_nonces')
    .set({ next_nonce: upTo + 1n })
    .where('network', '=', network)
    .execute()
  await raiseAlarm(db, {
    kind: 'withdrawals_stopped',
    subject: network,
    detail: { why: 'using up', upTo: `${upTo}` },
  })
}

/** Calls off the person who was called, once nothing is to be used up any more and nothing else stops the network. */
export async function endUsingUp(db: Db, network: string): Promise<void> {
  if ((await openNonces(db, network, { limit: 1 })).length > 0) return
  await closeAlarm(db, { kind: 'withdrawals_stopped', subject: network })
}
