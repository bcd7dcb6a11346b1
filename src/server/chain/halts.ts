import { raiseAlarm } from '../alarms.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { lifeOf } from './life.ts'

/** Why nothing is signed on a network and nothing given back, whatever the chain seems to prove. */
export type Halt =
  /** Payments were last signed in another life of the database: what was signed after it is not in these books. */
  | { why: 'life'; signedIn: string | null; life: string }
  /** An operator has stopped it. */
  | { why: 'operator'; by: string }

/** What stops a network; null when all goes on, and before its first round of paying. */
export async function haltOf(db: Db, network: string): Promise<Halt | null> {
  return await transaction(db, async db => {
    const row = await db
      .selectFrom('chain_nonces')
      .select(['life', 'stopped_by'])
      .where('network', '=', network)
      .executeTakeFirst()
    if (!row) return null
    const life = await lifeOf(db)
    if (row.life !== life) return { why: 'life', signedIn: row.life, life }
    return row.stopped_by === null ? null : { why: 'operator', by: row.stopped_by }
  })
}

/** Writes the life down in which a network is first paid from, and calls a person, once, when that is not this one. */
export async function watchHalts(db: Db, network: string): Promise<void> {
  await transaction(db, async db => {
    await db
      .insertInto('chain_nonces')
      .values({ network, next_nonce: 0n, life: await lifeOf(db), stopped_by: null })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const halt = await haltOf(db, network)
    if (halt) await raiseAlarm(db, { kind: 'withdrawals_stopped', subject: network, detail: { ...halt } })
  })
}

/** Stops a network at once: whoever signs at this moment is waited for. Throws when nothing was ever paid from there, or it is stopped. */
export async function halt(
  db: Db,
  { network, operator }: { network: string; operator: string },
): Promise<void> {
  await transaction(db, async db => {
    const stopped = await db
      .updateTable('chain_nonces')
      .set({ stopped_by: operator })
      .where('network', '=', network)
      .where('stopped_by', 'is', null)
      .returning('network')
      .executeTakeFirst()
    if (!stopped) throw new PlainError('There is no such network, or it is stopped already.')
    const detail = { why: 'operator', by: operator }
    await raiseAlarm(db, { kind: 'withdrawals_stopped', subject: network, detail })
  })
}

/** Lets a network go on: from now on this life of the database is the one in which it is paid from. The alarm stays. */
export async function endHalt(db: Db, network: string): Promise<void> {
  await db
    .updateTable('chain_nonces')
    .set({ life: await lifeOf(db), stopped_by: null })
    .where('network', '=', network)
    .execute()
}
