import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type BillFilter, billsOf } from '../../src/server/bills/bill-list.ts'
import { type Db, openDatabase } from '../../src/server/database/database.ts'
import { idAt } from '../../src/server/id.ts'
import { beginningOf, fillBills } from '../fixtures/bills/bill-rows.ts'
import { median } from './rate.ts'

const [few, many] = [10_000, 1_000_000]
const turns = 201

/** How much longer a page of a million bills takes than one of ten thousand: the first, and one far down. */
export async function billPages(url: string): Promise<Record<string, number>> {
  const db = openDatabase({ url, max: 1, statementTimeoutMs: 900_000 })
  const [short, long, until] = [randomUUID(), randomUUID(), new Date()]
  await fillBills(db, { userId: short, count: few, until })
  await fillBills(db, { userId: long, count: many, until })
  await sql`vacuum analyze bills`.execute(db)
  const from = beginningOf(until)
  // Nine tenths of either history are above it.
  const after = idAt(new Date(from.getTime() + (until.getTime() - from.getTime()) / 10))
  const ratios = {
    billsPage: await timesLonger(db, { long: { userId: long, from }, short: { userId: short, from } }),
    billsPageFarDown: await timesLonger(db, {
      long: { userId: long, from, after },
      short: { userId: short, from, after },
    }),
  }
  await db.destroy()
  return ratios
}

/** Both in turn, so that what else happens on this machine happens to both. */
async function timesLonger(
  db: Db,
  { long, short }: { long: BillFilter; short: BillFilter },
): Promise<number> {
  const [longMs, shortMs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    longMs.push(await msOf(db, long))
    shortMs.push(await msOf(db, short))
  }
  console.log(
    `a page of bills: ${median(shortMs).toFixed(2)} ms of ${few}, ${median(longMs).toFixed(2)} ms of ${many}`,
  )
  return median(longMs) / median(shortMs)
}

async function msOf(db: Db, filter: BillFilter): Promise<number> {
  const begun = performance.now()
  await billsOf(db, filter, { page: 1, pageSize: 30 })
  return performance.now() - begun
}
