import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'

/** What may be tried, and how often within how long. */
export interface Allowance {
  /** Names what is counted: `password:a@example.com:192.0.2.1`. */
  subject: string
  limit: number
  windowMs: number
}

/**
 * Takes one try, before anything is compared: in one statement, so that any number of tries at once are never more
 * than the limit. Gives how many are taken, or null when none is left. The count begins anew `windowMs` after the first
 * try, or after the last one that the limit allows.
 */
export async function takeTry(db: Db, { subject, limit, windowMs }: Allowance): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    insert into attempts as a (subject, count, window_ends_at)
    values (${subject}, 1, now() + ${windowMs} * interval '1 millisecond')
    on conflict (subject) do update
    set count = case when a.window_ends_at <= now() then 1 else a.count + 1 end,
      window_ends_at = case
        when a.window_ends_at <= now() or a.count + 1 = ${limit} then excluded.window_ends_at
        else a.window_ends_at
      end
    where a.window_ends_at <= now() or a.count < ${limit}
    returning count`.execute(db)
  return rows[0]?.count ?? null
}

/** As `takeTry`. Refused (`limit_exceeded`, `too_often`) with the limit and when the count begins anew when none is left. */
export async function takeTryOrRefuse(db: Db, allowance: Allowance): Promise<void> {
  if ((await takeTry(db, allowance)) !== null) return
  const until = (await windowEndsAt(db, allowance.subject))?.toISOString()
  throw new Refused('limit_exceeded', { reason: 'too_often', limit: allowance.limit, until })
}

/** Gives one try back: it was no guess. */
export async function giveTryBack(db: Db, subject: string): Promise<void> {
  await sql`update attempts set count = count - 1 where subject = ${subject} and count > 0`.execute(db)
}

/** Writes the count back unchanged, so that a path that counts nothing takes as long as one that does. */
export async function touchTries(db: Db, subject: string): Promise<void> {
  await sql`update attempts set count = count where subject = ${subject}`.execute(db)
}

/** Forgets every try at a subject. */
export async function forgetTries(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('subject', '=', subject).execute()
}

/** When the count of a subject begins anew, if anything is counted. */
export async function windowEndsAt(db: Db, subject: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('window_ends_at')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.window_ends_at
}

/**
 * Where a request comes from, as far as counting goes: an IPv4 address, or the /64 network of an IPv6 one. Some proxies tell
 * the port with it (Azure's Application Gateway), which is another each time and counts for nothing.
 */
export function sourceOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(ip)
  if (v4) return v4[1] as string
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head.split(':').filter(group => group !== '')
  const rest = (tail ?? '').split(':').filter(group => group !== '')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

/** The network around a source: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function networkOf(ip: string): string {
  const source = sourceOf(ip)
  if (source.includes(':')) return `${source.split(':').slice(0, 3).join(':')}::/48`
  return `${source.split('.').slice(0, 3).join('.')}.0/24`
}
