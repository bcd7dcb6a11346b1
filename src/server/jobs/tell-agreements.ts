import { sql } from 'kysely'
import { type Db, transaction } from '../database.ts'
import { tellAll } from '../messages/messages.ts'
import { comingEditions } from '../params/agreements.ts'
import type { World } from '../world.ts'
import type { Schedule } from './runner.ts'

const aRound = 500

/** Tells every customer of each version of an agreement before the day it binds from, whoever came when. */
export const tellAgreements: Schedule = {
  name: 'tell-agreements',
  everyMs: 60 * 60_000,
  run: world => tellComing(world),
}

/** As on the day `on`; each customer is told once of each version. */
export async function tellComing({ db, wake }: Pick<World, 'db' | 'wake'>, on?: string): Promise<void> {
  for (const edition of comingEditions(on)) {
    while ((await tellSome(db, edition)) === aRound) wake()
  }
  wake()
}

async function tellSome(
  db: Db,
  { key, version, date }: { key: string; version: string; date: string },
): Promise<number> {
  const eventKey = `agreement:${key}:${version}:coming`
  return await transaction(db, async db => {
    const { rows } = await sql<{ id: string }>`
      select id from users u
      where email is not null
        and not exists (select from messages m where m.user_id = u.id and m.event_key = ${eventKey})
      order by id limit ${aRound}`.execute(db)
    await tellAll(
      db,
      rows.map(({ id: userId }) => ({
        userId,
        kind: 'system',
        noticeType: 'agreement',
        params: { state: 'coming', document: key, version, date },
        action: `/pages/info/info?key=${key}`,
        eventKey,
      })),
    )
    return rows.length
  })
}
