import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Chain } from '../chain.ts'
import { minimumByCoin } from '../coins.ts'
import { changeDeposit, type DepositBooks, type DepositRow, depositOf } from './deposit.ts'
import { putAside, refusalOf } from './held.ts'

/** Counts confirmations at this height and credits what has enough of them and reaches its coin's minimum. */
export async function confirm(
  db: Db,
  { chain, height, books }: { chain: Chain; height: bigint; books: DepositBooks },
): Promise<void> {
  const { network, confirmations } = chain
  const open = await db
    .updateTable('deposits')
    .set({
      confirms: sql<number>`least(${height} - block_height + 1, ${confirmations})::integer`,
      status: sql<'seen'>`case when block_height < ${height} then 'confirming' else status end`,
    })
    .where('network', '=', network)
    .where('status', 'in', ['seen', 'confirming'])
    .returningAll()
    .execute()
  for (const row of open) {
    if (!row.bill_id || row.block_height !== height - 1n) continue
    // A step that the bill will not take is no reason to stop: the credit will show what is wrong with it.
    await refusalOf(db, () => books.confirming(db, depositOf(row)))
  }
  const due = open.filter(({ confirms }) => confirms >= confirmations).sort((a, b) => (a.id < b.id ? -1 : 1))
  const ready = due.length > 0 ? await readyOf(db, due) : []
  if (ready.length > 0) await creditAll(db, { ready, books })
}

/** What reaches the minimum together with what waits at the same address; the rest begins to wait. */
async function readyOf(db: Db, due: readonly DepositRow[]): Promise<DepositRow[]> {
  const ready: DepositRow[] = []
  for (const group of groupsOf(due)) {
    const [{ address, currency }] = group as [DepositRow]
    const waiting = await db
      .selectFrom('deposits')
      .selectAll()
      .where('address', '=', address)
      .where('currency', '=', currency)
      .where('status', '=', 'below_min')
      .orderBy('id')
      .forUpdate()
      .execute()
    const all = [...waiting, ...group].filter(({ amount_minor }) => amount_minor > 0n)
    const isEnough = all.reduce((sum, { amount_minor }) => sum + amount_minor, 0n) >= minimumByCoin[currency]
    if (isEnough) ready.push(...all)
    for (const row of group)
      if (!isEnough || row.amount_minor === 0n) await changeDeposit(db, row, { status: 'below_min' })
  }
  return ready
}

/** Credits all at once; where that is refused, one by one, and what is refused alone is held for a person. */
async function creditAll(db: Db, { ready, books }: { ready: readonly DepositRow[]; books: DepositBooks }) {
  if ((await refusalOf(db, () => credit(db, { rows: ready, books }))) === null) return
  for (const row of ready) {
    const refusal = await refusalOf(db, () => credit(db, { rows: [row], books }))
    if (refusal !== null) await putAside(db, { row, books, refusal })
  }
}

async function credit(db: Db, { rows, books }: { rows: readonly DepositRow[]; books: DepositBooks }) {
  for (const { depositId, transferId, billId } of await books.credit(db, rows.map(depositOf))) {
    await db
      .updateTable('deposits')
      .set({ status: 'credited', transfer_id: transferId, bill_id: billId, credited_at: new Date() })
      .where('id', '=', depositId)
      .execute()
  }
}

/** Deposits of one coin at one address, together. */
function groupsOf(rows: readonly DepositRow[]): DepositRow[][] {
  const groups = new Map<string, DepositRow[]>()
  for (const row of rows) {
    const name = `${row.address} ${row.currency}`
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups.values()]
}
