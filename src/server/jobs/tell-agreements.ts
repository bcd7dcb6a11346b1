import { type RawBuilder, sql } from 'kysely'
import { type Db, transaction } from '../database/database.ts'
import { idAt } from '../id.ts'
import { type Notice, tellAll } from '../messages/messages.ts'
import { agreedEditions } from '../params/acceptances.ts'
import { comingEditions } from '../params/agreements.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const aRound = 500

/** Tells every customer of each version of an agreement before the day it binds from, and asks for a yes from that day on. */
export const tellAgreements: Schedule = {
  name: 'tell-agreements',
  everyMs: 60 * 60_000,
  async run(world) {
    await tellComing(world)
    await askAnew(world)
  },
}

type Told = Pick<World, 'db' | 'wake'>

/** As on the day `on`; each customer is told once of each version. */
export async function tellComing(world: Told, on?: string): Promise<void> {
  for (const { key, version, date } of comingEditions(on)) {
    const notice = {
      ...aboutAgreement(key),
      params: { state: 'coming', document: key, version, date },
      eventKey: `agreement:${key}:${version}:coming`,
    }
    await tellEverybody(world, notice, sql`true`)
  }
}

/**
 * Asks whoever has not agreed to the versions in force on the day `on`, once for each: sessions last for months, and a
 * sign-in may never come.
 */
export async function askAnew(world: Told, on?: string): Promise<void> {
  for (const edition of agreedEditions(on)) {
    const { key, version } = edition
    const hasNotAgreed = sql`not exists (
      select from agreement_acceptances a where a.user_id = u.id and a.key = ${key} and a.version = ${version}
    )`
    await tellEverybody(world, askingFor(edition), hasNotAgreed)
  }
}

/** What asks a customer for a yes to a version in force. */
export function askingFor({ key, version }: { key: string; version: string }): Omit<Notice, 'userId'> {
  return {
    ...aboutAgreement(key),
    params: { document: key, version },
    eventKey: `agreement:${key}:${version}`,
  }
}

function aboutAgreement(key: string) {
  return { kind: 'system', noticeType: 'agreement', action: `/pages/info/info?key=${key}` } as const
}

/** Goes through all customers, some at a time: however many there are, each question is a short one. */
async function tellEverybody(
  { db, wake }: Told,
  notice: Omit<Notice, 'userId'>,
  isMeant: RawBuilder<unknown>,
): Promise<void> {
  let after: string | undefined = idAt(new Date(0))
  while (after !== undefined) {
    const { told, last } = await tellSome(db, { notice, isMeant, after })
    if (told > 0) wake()
    after = last
  }
}

/** Tells those of the next customers who are meant and have not been told: how many, and who was looked at last. */
async function tellSome(
  db: Db,
  { notice, isMeant, after }: { notice: Omit<Notice, 'userId'>; isMeant: RawBuilder<unknown>; after: string },
): Promise<{ told: number; last: string | undefined }> {
  return await transaction(db, async db => {
    const { rows } = await sql<{ id: string; isTold: boolean }>`
      select id, not (${isMeant}) or exists (
        select from messages m where m.user_id = u.id and m.event_key = ${notice.eventKey}
      ) as "isTold"
      from (select id from users where email is not null and id > ${after} order by id limit ${aRound}) u
      order by id`.execute(db)
    const untold = rows.filter(({ isTold }) => !isTold)
    await tellAll(
      db,
      untold.map(({ id: userId }) => ({ userId, ...notice })),
    )
    return { told: untold.length, last: rows.at(-1)?.id }
  })
}
