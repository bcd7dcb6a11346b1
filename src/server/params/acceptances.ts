import { sql } from 'kysely'
import type { Output } from '../../contract/call.ts'
import type * as params from '../../contract/params.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { agreementVersions, versionOf } from './agreements.ts'
import type { Lang } from './texts.ts'

/** What a customer agrees to when they register. */
const agreedTo = ['service', 'privacy'] as const
type Key = (typeof agreedTo)[number]
const isAgreedTo = (key: string): key is Key => (agreedTo as readonly string[]).includes(key)

/** The versions in force of what everybody agrees to. */
export function agreedEditions(on?: string): { key: Key; version: string }[] {
  return agreedTo.map(key => ({ key, version: versionOf(key, on) }))
}

/** Writes down that a new customer agreed to the versions in force: the box was ticked. */
export async function acceptAll(db: Db, userId: string): Promise<void> {
  for (const edition of agreedEditions()) await accept(db, { userId, ...edition })
}

/** Writes down that a customer agrees; to a version that is not in force it is refused (`modify_failed`). */
export async function accept(
  db: Db,
  { userId, key, version }: { userId: string; key: Key; version: string },
): Promise<void> {
  if (version !== versionOf(key)) throw new Refused('modify_failed', { version: versionOf(key) })
  await db
    .insertInto('agreement_acceptances')
    .values({ user_id: userId, key, version })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The agreements with what the customer agreed to last. */
export async function agreementsOf(
  db: Db,
  { userId, lang }: { userId: string; lang: Lang },
): Promise<Output<typeof params.agreements>> {
  const { rows } = await sql<{ key: string; version: string; accepted_at: Date }>`
    select distinct on (key) key, version, accepted_at from agreement_acceptances
    where user_id = ${userId} order by key, accepted_at desc`.execute(db)
  const accepted = new Map(
    rows.map(({ key, version, accepted_at }) => [key, { version, at: accepted_at.toISOString() }]),
  )
  return agreementVersions(lang).flatMap(({ key, ...rest }) =>
    isAgreedTo(key) ? [{ key, ...rest, accepted: accepted.get(key) ?? null }] : [],
  )
}

/** The agreements whose version in force a customer has not agreed to. */
export async function newAgreements(db: Db, userId: string): Promise<{ key: Key; version: string }[]> {
  const rows = await db
    .selectFrom('agreement_acceptances')
    .select(['key', 'version'])
    .where('user_id', '=', userId)
    .execute()
  return agreedEditions().filter(
    ({ key, version }) => !rows.some(row => row.key === key && row.version === version),
  )
}
