import type { Bill } from '../../../../../contract/bill.ts'

// Bill rows as far as they were read, newest first. Ids are in the order of time, and a page is asked for by the row the
// last one ended with, so rows that arrive or change in between neither repeat others nor push them out. A row that is
// committed late has its place above some that were read: each renewal of the top has what is known counted, and what
// does not add up begins anew.

/** Rows read so far, without gaps, and whether there are older ones. */
export interface Shelf {
  bills: Bill[]
  hasMore: boolean
}

/** One page as the server gives it: `total` counts it and everything older, down to what it was told to. */
export interface BillPage {
  list: Bill[]
  total: number
}

/** The server counts not much further, and what is so far down is too old to be committed late. */
const countedMax = 900

/** The row a renewal has counted down to; none when all that there is was read, which is counted whole. */
export function downTo(shelf: Shelf | null): string | undefined {
  const last = shelf?.bills[countedMax]
  return (last ?? (shelf?.hasMore ? shelf.bills.at(-1) : undefined))?.id
}

/**
 * The newest page, of so many rows at most, was read again: new rows on top, known ones as they are now, gone ones gone.
 * Begins anew when not all that was counted is known: a row was committed late, or more are new than one page holds.
 */
export function renewed(
  shelf: Shelf | null,
  { list: read, total }: BillPage,
  { pageSize, to }: { pageSize: number; to?: string | undefined },
): Shelf {
  const known = new Map(shelf?.bills.map(bill => [bill.id, bill]))
  const list = read.map(bill => unlessSame(known.get(bill.id), bill))
  const anew = { bills: list, hasMore: to ? list.length === pageSize : total > list.length }
  const last = list.at(-1)
  if (!shelf || !last || list.length < pageSize) return anew
  const older = shelf.bills.filter(({ id }) => id < last.id)
  const bills = [...list, ...older]
  if (bills.filter(({ id }) => id >= (to ?? '')).length !== total) return anew
  return { bills, hasMore: older.length > 0 ? shelf.hasMore : anew.hasMore }
}

/** What says the same stays the very same, so that it need not be drawn again. */
function unlessSame(before: Bill | undefined, now: Bill): Bill {
  return before && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** An older page was read. */
export function appended(shelf: Shelf, { list, total }: BillPage): Shelf {
  const byId = new Map([...shelf.bills, ...list].map(bill => [bill.id, bill]))
  const bills = [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
  return { bills, hasMore: total > list.length }
}
