import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** What a day of the books comes to: its seal, in hex, and what was counted on the way. */
export interface DayHash {
  seal: string
  transfers: bigint
  entries: bigint
}

/**
 * The seal of a day, reckoned anew from its rows. It begins as SHA-256 of `day`, the date and the seal before in hex (empty
 * for the first), and goes on, for each transfer of that day by UTC in the order of time and id, as SHA-256 of the 32 bytes
 * so far and the 32 of the transfer's own: those of `transfer`, its id, its time in microseconds since 1970, its request's
 * hash in hex, the id of what it reverses or nothing, `true` or `false` for forced, each entry as account and amount in
 * the order of accounts, how many characters its key has, its key and its reason. Parts are joined by line breaks, in UTF-8.
 *
 * Read in parts of about `batch` transfers, hashed where they lie: neither a million of them nor a long statement is
 * anywhere at once. Somebody who writes into the day meanwhile must be kept from it by the caller.
 */
export async function hashOfDay(
  db: Db,
  { day, before, batch = 5_000 }: { day: string; before: string | null; batch?: number | undefined },
): Promise<DayHash> {
  let reached: DayHash = {
    seal: hash('sha256', ['day', day, before ?? ''].join('\n'), 'hex'),
    transfers: 0n,
    entries: 0n,
  }
  for (const part of await partsOf(db, { day, batch })) reached = await goOn(db, reached, part)
  return reached
}

/** Some seconds of a day, the last not included. */
interface Part {
  from: Date
  until: Date
}

/** The seconds of a day in which there are transfers, put together until they have about as many as a part may. */
async function partsOf(db: Db, { day, batch }: { day: string; batch: number }): Promise<Part[]> {
  const begin = new Date(`${day}T00:00:00Z`)
  const { rows } = await sql<{ second: Date; count: bigint }>`
    select date_trunc('second', created_at) as second, count(*) from transfers
    where created_at >= ${begin} and created_at < ${begin}::timestamptz + interval '24 hours'
    group by 1 order by 1`.execute(db)
  const parts: Part[] = []
  let room = 0
  for (const { second, count } of rows) {
    const until = new Date(second.getTime() + 1000)
    const last = parts.at(-1)
    if (last && Number(count) <= room) last.until = until
    else {
      parts.push({ from: second, until })
      room = batch
    }
    room -= Number(count)
  }
  return parts
}

/** A transfer whose entries are gone is hashed without them. Entries are looked up, however the planner would join them. */
async function goOn(db: Db, reached: DayHash, { from, until }: Part): Promise<DayHash> {
  const { rows } = await sql<DayHash>`
    select encode(chained(decode(${reached.seal}, 'hex'), own order by created_at, id), 'hex') as seal,
      count(*) + ${reached.transfers}::bigint as transfers,
      (sum(entries) + ${reached.entries}::bigint)::bigint as entries
    from (
      select t.id, t.created_at, e.entries, sha256(convert_to(concat_ws(e'\n',
        'transfer', t.id, (extract(epoch from t.created_at) * 1000000)::bigint, encode(t.request_hash, 'hex'),
        coalesce(t.reverses_id::text, ''), t.is_forced::text, e.lines,
        length(t.idempotency_key), t.idempotency_key, t.reason), 'UTF8')) as own
      from transfers t cross join lateral (
        select count(*) as entries, string_agg(account_id || ' ' || amount_minor, e'\n' order by account_id) as lines
        from entries where transfer_id = t.id
      ) e
      where t.created_at >= ${from} and t.created_at < ${until}
    ) t`.execute(db)
  return rows[0] ?? reached
}
