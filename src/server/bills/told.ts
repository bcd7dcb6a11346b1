import type { Db } from '../database/database.ts'
import { idAt } from '../id.ts'
import type { BillTable } from './tables.ts'

/** What the bills say of a transfer on one account. */
export interface Told {
  remark: Record<string, string>
  /** What the customer wrote on it for themselves. */
  note: string | null
  /** A fee with a row of its own that is in the same entry. */
  feeMinor: bigint
}

/** An account as bills name it: `wallet` or the last four digits of a card, and its currency. */
export interface Place {
  account: string
  currency: string
}

type Row = Pick<BillTable, 'kind' | 'account' | 'currency' | 'amount_minor' | 'transfer_id' | 'note'> & {
  remark: Record<string, string>
  steps: { detail: Record<string, string> }[]
}

/** A purchase may have been asked for this long before it is posted, and its bill with it. */
const longestMs = 90 * 24 * 60 * 60 * 1000
/** Purchases at most that are looked through for those posted in parts. */
const partsMax = 5000

/**
 * What a customer's bills say of these transfers on one account. A bill may have made several transfers, one at a step
 * each, and a transfer between two accounts may have one bill for both. A transfer no bill tells of is left out.
 */
export async function toldOf(
  db: Db,
  request: { userId: string; place: Place; transferIds: readonly string[]; from: Date },
): Promise<ReadonlyMap<string, Told>> {
  const { userId, place, transferIds, from } = request
  if (transferIds.length === 0) return new Map()
  const mine = db
    .selectFrom('bills')
    .select(['kind', 'account', 'currency', 'remark', 'amount_minor', 'transfer_id', 'steps', 'note'])
    .where('user_id', '=', userId)
  const direct = await mine.where('transfer_id', 'in', transferIds).orderBy('id').execute()
  const told = toldBy(direct, place)
  if (transferIds.every(id => told.has(id))) return told
  // Posted in parts: the bill names the last part, its steps the others.
  const inParts = await mine
    .where('kind', '=', 'consume')
    .where('id', '>=', idAt(new Date(from.getTime() - longestMs)))
    .orderBy('id', 'desc')
    .limit(partsMax)
    .execute()
  return new Map([...toldBy(inParts, place), ...told])
}

function toldBy(rows: readonly Row[], place: Place): Map<string, Told> {
  const [here, anywhere] = [new Map<string, Told>(), new Map<string, Told>()]
  for (const row of rows) {
    const isHere = row.account === place.account && row.currency === place.currency
    const transferIds = new Set([row.transfer_id, ...row.steps.map(({ detail }) => detail.transferId)])
    for (const transferId of transferIds) {
      if (!transferId) continue
      if (isHere) keep(here, transferId, row)
      if (row.kind !== 'fee') keep(anywhere, transferId, row)
    }
  }
  return new Map([...anywhere, ...here])
}

function keep(told: Map<string, Told>, transferId: string, { kind, remark, amount_minor, note }: Row) {
  const known = told.get(transferId)
  if (!known) told.set(transferId, { remark, note, feeMinor: 0n })
  else if (kind === 'fee') known.feeMinor -= amount_minor
}
