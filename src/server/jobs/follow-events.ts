import { sql } from 'kysely'
import { closeAlarm, openSince, raiseAlarm } from '../alarms.ts'
import type { LoggedEvent } from '../cards/issuer.ts'
import { clipped } from '../clipped.ts'
import { type Db, isPassing } from '../database/database.ts'
import { issuerEvent } from '../hooks/issuer-words.ts'
import { keepEvent } from '../hooks/keep-event.ts'
import type { IssuerWorld } from '../world.ts'
import { Later, patienceMs, type Schedule } from './queue/runner.ts'

/** What a hook carries. */
type ToldEvent = LoggedEvent['event']

/** More pages than any issuer fills in three days: half a million events, of a hundred each. */
const pagesMax = 5000

const silence = { kind: 'issuer_silent', subject: 'events' } as const

/** Reads the issuer's log on, from five minutes before where it was left: what appeared late is found too. */
export const followEvents: Schedule = {
  name: 'follow-events',
  everyMs: 30_000,
  run: world => readLog(world, { backMs: 5 * 60_000 }),
}

/** Reads the last three days of the log again, for what appeared later still. */
export const recheckEvents: Schedule = {
  name: 'recheck-events',
  everyMs: 6 * 3600_000,
  run: world => readLog(world, { backMs: 3 * 24 * 3600_000 }),
}

/**
 * Takes in what the issuer told and its hooks did not bring, page by page, from `backMs` before where the log was left to
 * its end. It may be cut off anywhere and run beside itself: an event counts once, and the next round begins before it. A log
 * whose pages lead back to one that was read, or do not end, is an alarm, and is read again later and later.
 */
async function readLog(world: IssuerWorld, { backMs }: { backMs: number }): Promise<void> {
  const toldTo = await leftAt(world.db)
  const from = toldTo && new Date(toldTo.getTime() - backMs)
  const read = new Set<string>()
  let page: string | null = null
  do {
    const answer = await world.issuer.eventsSince({ from, page })
    if (answer.outcome !== 'done') return await raiseAlarm(world.db, { ...silence, detail: { from, page } })
    await takeIn(
      world,
      answer.events.map(({ event }) => event),
    )
    await moveOn(world.db, answer.events)
    page = answer.next
    if (page !== null && (read.has(page) || read.size === pagesMax))
      return await leaveEndless(world, { from, page })
    if (page !== null) read.add(page)
  } while (page !== null)
  await closeAlarm(world.db, silence)
}

async function leaveEndless(
  { db, log }: IssuerWorld,
  about: { from: Date | null; page: string },
): Promise<never> {
  log.error(about, 'the log of the issuer has no end')
  await raiseAlarm(db, { ...silence, detail: { ...about, why: 'its pages have no end' } })
  throw new Later(patienceMs((await openSince(db, silence)) ?? new Date()))
}

/** Takes in events that the issuer says it has told; how many of them were new to us. */
export async function takeIn(world: IssuerWorld, told: readonly ToldEvent[]): Promise<number> {
  if (told.length === 0) return 0
  const known = await knownOf(world.db, told)
  let count = 0
  for (const event of told) {
    if (!known.has(wordOf(event.id)) && (await take(world, event))) count++
  }
  if (count === 0) return 0
  world.log.info({ count }, 'events of the issuer were found in its books')
  world.wake()
  return count
}

/** True when it is new. What makes no sense, or what the database cannot hold, is put aside and holds up nothing. */
async function take({ db, log }: IssuerWorld, event: ToldEvent): Promise<boolean> {
  const read = issuerEvent.safeParse(event)
  try {
    if (read.success) return await keepEvent(db, { id: read.data.id, type: read.data.type, payload: event })
  } catch (error) {
    if (isPassing(error)) throw error
    log.error({ event: event.id, error }, 'an event in the books of the issuer cannot be kept')
  }
  const [subject, type] = [wordOf(event.id), wordOf(event.type)]
  const detail = { event: subject, type, why: 'nonsense' }
  await raiseAlarm(db, { kind: 'issuer_event_ignored', subject, detail })
  return false
}

async function knownOf(db: Db, told: readonly ToldEvent[]): Promise<Set<string>> {
  const ids = told.map(({ id }) => wordOf(id))
  const rows = await db
    .selectFrom('issuer_events')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** As much of a name as an index has room for. */
function wordOf(name: unknown): string {
  return typeof name === 'string' ? clipped(name, 200) : 'no name'
}

async function leftAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('issuer_log').select('told_to').executeTakeFirst()
  return row?.told_to ?? null
}

/** Never back, and never beyond our own time: an issuer whose clock ran ahead once would hide what it tells after. */
async function moveOn(db: Db, logged: readonly LoggedEvent[]): Promise<void> {
  if (logged.length === 0) return
  const newest = logged.reduce((newest, { toldAt }) => (toldAt > newest ? toldAt : newest), new Date(0))
  await sql`
    insert into issuer_log (told_to) values (least(${newest}::timestamptz, now()))
    on conflict (is_only) do update set told_to = greatest(issuer_log.told_to, excluded.told_to)`.execute(db)
}
