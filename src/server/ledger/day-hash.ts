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

/** What comes before every transfer of an instant. */
const first = '00000000-0000-0000-0000-000000000000'

/** A place in the order of transfers: its time to the microsecond, as PostgreSQL writes it, and its id. */
interface Place {
  at: string
  id: string
}

/** Transfers from a place on up to another, that one not included. */
interface Part {
  from: Place
  until: Place
  count: number
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
  for (const { second, count: counted } of rows) {
    const count = Number(counted)
    const [from, until] = [placeAt(second), placeAt(new Date(second.getTime() + 1000))]
    const last = parts.at(-1)
    if (last && count <= room) Object.assign(last, { until, count: last.count + count })
    else {
      parts.push({ from, until, count })
      room = batch
    }
    room -= count
  }
  const smaller: Part[] = []
  for (const part of parts) smaller.push(...(part.count > batch ? await splitUp(db, part, batch) : [part]))
  return smaller
}

function placeAt(at: Date): Place {
  return { at: at.toISOString(), id: first }
}

/** One second may have very many: those that were booked at the beginning of a day. */
async function splitUp(db: Db, part: Part, batch: number): Promise<Part[]> {
  const { rows } = await sql<Place>`
    select created_at::text as at, id from (
      select created_at, id, row_number() over (order by created_at, id) as number from transfers where ${within(part)}
    ) t
    where number % ${batch} = 1 and number > 1 order by created_at, id`.execute(db)
  const places = [part.from, ...rows, part.until]
  return rows
    .concat(part.until)
    .map((until, index) => ({ from: places[index] as Place, until, count: batch }))
}

/** By time alone first: that is what the index knows. */
function within({ from, until }: Part) {
  return sql`created_at >= ${from.at}::timestamptz and created_at <= ${until.at}::timestamptz
    and (created_at, id) >= (${from.at}::timestamptz, ${from.id}::uuid)
    and (created_at, id) < (${until.at}::timestamptz, ${until.id}::uuid)`
}

/** A transfer whose entries are gone is hashed without them. Entries are looked up, however the planner would join them. */
async function goOn(db: Db, reached: DayHash, part: Part): Promise<DayHash> {
  const { rows } = await sql<DayHash>`
    select encode(chained(decode(${reached.seal}, 'hex'), own order by created_at, id), 'hex') as seal,
      count(*) + ${reached.transfers}::bigint as transfers,
      (sum(entries) + ${reached.entries}::bigint)::bigint as entries
    from (
      select t.id, t.created_at, e.entries, sha256(convert_to(concat_ws(e'\n',
        'transfer', t.id, (extract(epoch from t.created_at) * 1000000)::bigint, encode(t.request_hash, 'hex'),
        coalesce(t.reverses_id::text, ''), t.is_forced::text, e.lines,
        length(t.idempotency_key), t.idempotency_key, t.reason), 'UTF8')) as own
      from (select * from transfers where ${within(part)}) t cross join lateral (
        select count(*) as entries, string_agg(account_id || ' ' || amount_minor, e'\n' order by account_id) as lines
        from entries where transfer_id = t.id
      ) e
    ) t`.execute(db)
  return rows[0] ?? reached
}
