import { randomInt } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import { isKeptForOther } from './email.ts'
import type { UserRow } from './tables.ts'

/** A person who signs up. */
export interface NewUser {
  /** In lower case. */
  email: string
  /** Null: signs in with Telegram until they set a password. */
  passwordHash: string | null
  lang: 'zh' | 'en'
  timezone?: string | undefined
  referCode?: string | undefined
}

/** The user with this id. Throws when there is none: ids come from sessions and from our own rows. */
export async function userById(db: Db, userId: string): Promise<UserRow> {
  return await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** True while the password is the one that was proved; it stays so until the transaction ends. */
export async function keepsPassword(db: Db, { id, password_hash }: UserRow): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.password_hash === password_hash
}

/** True while every secret is what it was, by which a decision was proved. The caller has locked the customer. */
export async function keepsSecrets(db: Db, before: UserRow): Promise<boolean> {
  const now = await userById(db, before.id)
  return (['password_hash', 'pin_hash', 'email', 'telegram_id'] as const).every(
    name => now[name] === before[name],
  )
}

/** The user with this address, in lower case. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/**
 * Adds a user in the caller's transaction, or gives undefined when the address is taken: then nothing may be committed.
 * A refer code that nobody has is ignored.
 */
export async function addUser(db: Db, { email, passwordHash, lang, timezone, referCode }: NewUser) {
  const user = await db
    .insertInto('users')
    .values({
      id: newId(),
      email,
      password_hash: passwordHash,
      lang,
      currency: 'USDT',
      timezone: timezone !== undefined && isTimezone(timezone) ? timezone : 'Asia/Shanghai',
      is_timezone_fixed: false,
      is_balance_hidden: false,
      refer_code: await freeReferCode(db),
      referred_by_id: referCode === undefined ? null : await referrerOf(db, referCode),
      created_at: new Date(),
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return user && (await isKeptForOther(db, { email, userId: user.id })) ? undefined : user
}

/** What a customer may change about themselves. */
export interface Preferences {
  lang?: 'zh' | 'en' | undefined
  currency?: string | undefined
  timezone?: string | undefined
  timezoneFixed?: boolean | undefined
  /** Empty: none any more. */
  nickname?: string | undefined
  hideBalance?: boolean | undefined
  appearance?: 'auto' | 'light' | 'dark' | undefined
}

/** Changes the preferences given, and nothing else. */
export async function changePreferences(db: Db, userId: string, preferences: Preferences): Promise<void> {
  const { hideBalance, appearance, timezoneFixed, nickname, ...columns } = preferences
  const look = appearance === 'auto' ? null : appearance
  const changes = {
    ...columns,
    nickname: nickname === '' ? null : nickname,
    is_timezone_fixed: timezoneFixed,
    is_balance_hidden: hideBalance,
    appearance: look,
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await db.updateTable('users').set(given).where('id', '=', userId).execute()
}

/** True for an IANA time zone that this machine knows. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// Without 0, O, 1, I and L: a code is read aloud and typed from a poster.
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

async function freeReferCode(db: Db): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
    if (!(await referrerOf(db, code))) return code
  }
}

async function referrerOf(db: Db, referCode: string): Promise<string | null> {
  const code = referCode.trim().toUpperCase()
  if (!/^[0-9A-Z]{8}$/.test(code)) return null
  const row = await db.selectFrom('users').select('id').where('refer_code', '=', code).executeTakeFirst()
  return row?.id ?? null
}
