import { sql } from 'kysely'
import { type Db, prepared } from '../database/database.ts'
import { newId } from '../id.ts'
import { AlreadyReversed, KeyReused, Overdrawn } from './exceptions.ts'
import { hashOfTransfer, type Transfer } from './transfer.ts'

/** What became of one transfer of a batch. */
export type Outcome =
  /** Now, or before under the same key with the same content. */
  | { kind: 'posted' | 'replayed'; transferId: string }
  /** What it should reverse was reversed before, by this transfer. */
  | { kind: 'reversed'; transferId: string }
  | { kind: 'overdrawn'; accountId: string }
  /** The key was used before with other content. */
  | { kind: 'reused' }
  /** Another transaction holds the key at this moment: ask again. */
  | { kind: 'contested' }

/** A transfer that is in the books. */
export interface Posted {
  transferId: string
  /** True when the key had been posted before, with the same content; nothing was written now. */
  isReplay: boolean
}

interface Row {
  number: number
  outcome: Exclude<Outcome['kind'], 'posted'>
  transfer_id: string | null
  account_id: string | null
}

/**
 * Posts transfers in one statement; the n-th outcome is the n-th transfer's. When one is overdrawn, reused or reversed,
 * none is written. When a key is contested the others are: the caller undoes them.
 */
export async function postBatch(db: Db, transfers: readonly Transfer[]): Promise<Outcome[]> {
  const ids = transfers.map(({ transferId }) => transferId ?? newId())
  const lines = transfers.flatMap(({ entries }, index) =>
    entries.map(entry => ({ number: index + 1, ...entry })),
  )
  const { rows } = await sql<Row>`${prepared}
    select number, outcome, transfer_id, account_id from post_transfers(
      ${ids}::uuid[],
      ${transfers.map(transfer => transfer.idempotencyKey)}::text[],
      ${transfers.map(hashOfTransfer)}::bytea[],
      ${transfers.map(transfer => transfer.reason)}::text[],
      ${transfers.map(transfer => transfer.reverses ?? null)}::uuid[],
      ${transfers.map(transfer => transfer.forced ?? false)}::boolean[],
      ${transfers.map(transfer => transfer.entries.length)}::integer[],
      ${lines.map(line => line.number)}::integer[],
      ${lines.map(line => line.accountId)}::uuid[],
      ${lines.map(line => line.amountMinor)}::bigint[],
      true
    )`.execute(db)
  const outcomes = ids.map((transferId): Outcome => ({ kind: 'posted', transferId }))
  for (const row of rows) outcomes[row.number - 1] = outcomeOf(row)
  return outcomes
}

/** The transfer of an outcome that has one; throws the exception that says why there is none for every other. */
export function postedOrThrow({ idempotencyKey }: Transfer, outcome: Outcome): Posted {
  switch (outcome.kind) {
    case 'posted':
    case 'replayed':
      return { transferId: outcome.transferId, isReplay: outcome.kind === 'replayed' }
    case 'overdrawn':
      throw new Overdrawn(outcome.accountId)
    case 'reversed':
      throw new AlreadyReversed(outcome.transferId)
    case 'reused':
      throw new KeyReused(idempotencyKey)
    case 'contested':
      throw contested(idempotencyKey)
  }
}

/** Says in the database's own code that the transaction should start again. */
function contested(idempotencyKey: string): Error {
  return Object.assign(new Error(`the key ${idempotencyKey} is in use at this moment`), { code: '40001' })
}

function outcomeOf({ outcome, transfer_id, account_id }: Row): Outcome {
  if (outcome === 'overdrawn') return { kind: outcome, accountId: account_id ?? '' }
  if (outcome === 'replayed' || outcome === 'reversed')
    return { kind: outcome, transferId: transfer_id ?? '' }
  return { kind: outcome }
}
