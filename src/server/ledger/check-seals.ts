import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { hashOfDay } from './day-hash.ts'

/** What a day's seal should be, and what its rows come to now. */
interface BrokenDay {
  id: string
  expected: string
  found: string
}

interface Row {
  day: string
  seal: string | null
  transfers: bigint | null
  entries: bigint | null
  is_next: boolean
}

/**
 * Reckons every sealed day anew (those up to `until` alone, if given) and returns the first one that is not what was sealed:
 * a transfer or an entry was changed, taken out, put in or moved, or a seal is gone. Null when all are. Run it in one
 * snapshot. Whoever wrote the seals anew, too, is found out only by one that was kept elsewhere.
 */
export async function firstBrokenDay(db: Db, { until }: { until?: string } = {}): Promise<BrokenDay | null> {
  const { rows } = await sql<Row>`
    select day, encode(seal, 'hex') as seal, transfers, entries,
      coalesce(day = lag(day) over (order by day) + 1, true) as is_next
    from ledger_days
    where day <= coalesce(${until ?? null}::text::date, (select max(day) from ledger_days where seal is not null))
    order by day`.execute(db)
  const [first] = rows
  if (first && (await isAnythingBefore(db, first.day)))
    return { id: first.day, expected: 'the first day of the books', found: 'transfers of days before' }
  let before: string | null = null
  for (const { day, seal, transfers, entries, is_next } of rows) {
    if (!seal || !is_next)
      return { id: day, expected: 'a seal of this day and of the one before', found: 'none' }
    const now = await hashOfDay(db, { day, before })
    const [expected, found] = [{ seal, transfers, entries }, now].map(toldOf)
    if (expected !== found) return { id: day, expected: `${expected}`, found: `${found}` }
    before = seal
  }
  return null
}

async function isAnythingBefore(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfers where created_at < ${new Date(`${day}T00:00:00Z`)} limit 1`.execute(db)
  return rows.length > 0
}

function toldOf({ seal, transfers, entries }: Pick<Row, 'seal' | 'transfers' | 'entries'>): string {
  return `${seal} (${transfers} transfers, ${entries} entries)`
}
