import { takeTryOrRefuse } from '../../account/attempts.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/** Tables of every kind together: nothing is kept of one, but the longest are seconds of work. */
const tablesAnHour = { limit: 60, windowMs: 60 * 60_000 }

const busy = new Set<string>()

/** One file at a time for each customer on a node: they are the most work that anybody can ask for. Refuses another (`request_in_progress`). */
export async function alone<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(userId)) throw new Refused('request_in_progress')
  busy.add(userId)
  try {
    return await work()
  } finally {
    busy.delete(userId)
  }
}

/** Counts a table that a customer asks for, before any of it is read. Refuses more than an hour has (`limit_exceeded`, `until`). */
export async function takeTable(db: Db, userId: string): Promise<void> {
  await takeTryOrRefuse(db, { subject: `table:${userId}`, ...tablesAnHour })
}
