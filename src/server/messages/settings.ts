import { type Selectable, sql } from 'kysely'
import type { Output } from '../../contract/call.ts'
import type { messageSetting } from '../../contract/message.ts'
import type { Db } from '../database/database.ts'
import type { Channel, Kind, MessageSettingTable } from './tables.ts'

/** The categories, in the order they are shown. */
export const kinds: readonly Kind[] = ['system', 'balance', 'verify', 'feedback']

/**
 * What is copied for a customer who has not chosen: to Telegram and where notifications were turned on all; by mail what one
 * waits for, not every purchase.
 */
export const byDefault: Record<Channel, readonly Kind[]> = {
  mail: ['system', 'verify', 'feedback'],
  telegram: kinds,
  push: kinds,
}

/** What a customer wants of copies, and where Telegram stands. */
export type Setting = Omit<Output<typeof messageSetting>, 'pushKey'>

type KindSwitches = { [kind in Kind]?: boolean | undefined }

/** The changes of a setting; what is left out stays. */
export interface SettingChange {
  mail?: KindSwitches | undefined
  telegram?: KindSwitches | undefined
  push?: KindSwitches | undefined
  quiet?: Setting['quiet'] | undefined
}

/** How a customer's messages are copied. */
export async function settingOf(db: Db, userId: string): Promise<Setting> {
  const user = await db
    .selectFrom('users')
    .select(['telegram_id', 'timezone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const row = await rowOf(db, userId)
  const isBlocked = user.telegram_id !== null && user.telegram_id === row.telegram_blocked_id
  return {
    mail: chosen(row.mail),
    telegram: chosen(row.telegram),
    push: chosen(row.push),
    telegramState: user.telegram_id === null ? 'unbound' : isBlocked ? 'blocked' : 'ready',
    quiet:
      row.quiet_from === null || row.quiet_until === null
        ? null
        : { from: clock(row.quiet_from), until: clock(row.quiet_until) },
    timezone: user.timezone,
  }
}

/** Changes what is given. Whoever asks for a category on Telegram has let our bot write again. */
export async function changeSetting(db: Db, userId: string, change: SettingChange): Promise<void> {
  // Two devices at once: the second one changes what the first has left.
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  const last = await rowOf(db, userId)
  const asksTelegram = Object.values(change.telegram ?? {}).includes(true)
  const next = {
    mail: changed(last.mail, change.mail),
    telegram: changed(last.telegram, change.telegram),
    push: changed(last.push, change.push),
    quiet_from: change.quiet === undefined ? last.quiet_from : minuteOf(change.quiet?.from),
    quiet_until: change.quiet === undefined ? last.quiet_until : minuteOf(change.quiet?.until),
    telegram_blocked_id: asksTelegram ? null : last.telegram_blocked_id,
  }
  await db
    .insertInto('message_settings')
    .values({ user_id: userId, ...next })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(next))
    .execute()
}

/** Our bot may not write to this Telegram user: no more copies until the customer asks for them again. */
export async function blockTelegram(
  db: Db,
  { userId, telegramId }: { userId: string; telegramId: bigint },
): Promise<void> {
  await db
    .insertInto('message_settings')
    .values({ user_id: userId, ...unchosen(), telegram_blocked_id: telegramId })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ telegram_blocked_id: telegramId }))
    .execute()
}

type Row = Omit<Selectable<MessageSettingTable>, 'user_id'>

async function rowOf(db: Db, userId: string): Promise<Row> {
  const row = await db
    .selectFrom('message_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? unchosen()
}

function unchosen(): Row {
  const { mail, telegram, push } = byDefault
  const nothing = { quiet_from: null, quiet_until: null, telegram_blocked_id: null }
  return { mail: [...mail], telegram: [...telegram], push: [...push], ...nothing }
}

function chosen(wanted: readonly Kind[]): Record<Kind, boolean> {
  const [system, balance, verify, feedback] = kinds.map(kind => wanted.includes(kind)) as [
    boolean,
    boolean,
    boolean,
    boolean,
  ]
  return { system, balance, verify, feedback }
}

function changed(last: readonly Kind[], change: KindSwitches = {}): Kind[] {
  return kinds.filter(kind => change[kind] ?? last.includes(kind))
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')
}

function minuteOf(time: string | undefined): number | null {
  if (time === undefined) return null
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
