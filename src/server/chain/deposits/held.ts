import { type AlarmKind, closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, isPassing, savepoint, transaction } from '../../database/database.ts'
import { PlainError } from '../../plain-error.ts'
import {
  changeDeposit,
  type DepositBooks,
  type DepositRow,
  depositOf,
  detailOf,
  lockDeposit,
} from './deposit.ts'

/** Why a deposit may be held. */
export const heldBecause = [
  'deposit_unpostable',
  'deposit_absurd',
  'deposit_changed',
] as const satisfies readonly AlarmKind[]
/** Why a deposit is held. */
export type HeldBecause = (typeof heldBecause)[number]

/** Puts aside a deposit that the books refuse, with an alarm, so that nobody else's waits for it. */
export async function putAside(
  db: Db,
  { row, books, refusal }: { row: DepositRow; books: DepositBooks; refusal: string },
): Promise<void> {
  const held = await changeDeposit(db, row, { status: 'held' })
  const detail = { ...detailOf(held), refusal }
  await raiseAlarm(db, { kind: 'deposit_unpostable', subject: row.id, detail })
  // What cannot be credited may have a bill that cannot be written either.
  if (held.bill_id) await refusalOf(db, () => books.held(db, depositOf(held)))
}

/**
 * Tries in a savepoint of the caller's transaction and tells why it was refused; null when it was not. Rejects when it may
 * work a moment later: then all of the transaction is to wait.
 */
export async function refusalOf(db: Db, work: () => Promise<void>): Promise<string | null> {
  try {
    await savepoint(db, work)
    return null
  } catch (error) {
    if (isPassing(error)) throw error
    return String(error)
  }
}

/**
 * Lets a held deposit go on: the reader counts its confirmations and credits it with the next block, as any other.
 * Closes its alarms. Throws when it is not held, or held for another reason than the caller answers for; `because` is
 * empty for one whose alarm somebody closed.
 */
export async function letGoOn(
  db: Db,
  { depositId, answeredFor }: { depositId: string; answeredFor: readonly HeldBecause[] },
): Promise<HeldBecause[]> {
  return await transaction(db, async db => {
    const row = await lockDeposit(db, depositId)
    if (row?.status !== 'held') throw new PlainError('This deposit is not held.')
    const because = await reasonsOf(db, depositId)
    const other = because.find(kind => !answeredFor.includes(kind))
    if (other) throw new PlainError(`This deposit is held for another reason: ${other}.`)
    for (const kind of because) await closeAlarm(db, { kind, subject: depositId })
    await changeDeposit(db, row, { status: 'seen' })
    return because
  })
}

/** The open alarms that hold a deposit. */
async function reasonsOf(db: Db, depositId: string): Promise<HeldBecause[]> {
  const rows = await db
    .selectFrom('alarms')
    .select('kind')
    .where('subject', '=', depositId)
    .where('kind', 'in', heldBecause)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind as HeldBecause)
}
