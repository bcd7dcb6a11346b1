import type { Bill } from '../../../../contract/bill.ts'

// Bill rows as far as they were read, newest first. Ids are in the order of time, and a page is asked for by the row the
// last one ended with, so rows that arrive or change in between neither repeat others nor push them out. A row that is
// committed late has its place above some that were read: the next renewal of the top brings it.

/** Rows read so far, without gaps, and whether there are older ones. */
export interface Shelf {
  bills: Bill[]
  hasMore: boolean
}

/** One page as the server gives it: `total` counts it and everything older. */
export interface BillPage {
  list: Bill[]
  total: number
}

/** The newest page was read again: new rows on top, known ones as they are now, gone ones gone. */
export function renewed(shelf: Shelf | null, { list: read, total }: BillPage): Shelf {
  const known = new Map(shelf?.bills.map(bill => [bill.id, bill]))
  const list = read.map(bill => unlessSame(known.get(bill.id), bill))
  const hasOlder = total > list.length
  const last = list.at(-1)
  // More new rows than one page: what lies between is not known, so it begins anew.
  const isJoined = list.some(({ id }) => known.has(id))
  if (!shelf || !last || !hasOlder || !isJoined) return { bills: list, hasMore: hasOlder }
  const older = shelf.bills.filter(({ id }) => id < last.id)
  return { bills: [...list, ...older], hasMore: older.length > 0 ? shelf.hasMore : hasOlder }
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
