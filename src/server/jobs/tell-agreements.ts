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

/** As on the day `on`; each customer is told once of each version, by one message of all they were not told of. */
export async function tellComing(world: Told, on?: string): Promise<void> {
  const coming = comingEditions(on).map(edition => ({
    ...edition,
    name: `${edition.key}:${edition.version}`,
  }))
  await tellEverybody(world, async (db, after) => {
    const { rows } = await sql<{ id: string; told: string[] }>`
      select id, array(
        select m.event_key from messages m where m.user_id = u.id and m.event_key like 'agreement:%:coming'
      ) as told
      from (${customers(after)}) u order by id`.execute(db)
    const notices = rows.flatMap(({ id, told }) => {
      const known = new Set(told.flatMap(key => key.slice('agreement:'.length, -':coming'.length).split(',')))
      const untold = coming.filter(({ name }) => !known.has(name))
      return untold.length > 0 ? [{ userId: id, ...tellingOf(untold) }] : []
    })
    return { notices, last: rows.at(-1)?.id }
  })
}

type Coming = ReturnType<typeof comingEditions>[number] & { name: string }

/** Tells of one version or of several; by the names in its key each is known to be told. */
function tellingOf(coming: Coming[]): Omit<Notice, 'userId'> {
  const [{ key, version, date }] = coming.toSorted((one, other) => (one.date < other.date ? -1 : 1)) as [
    Coming,
  ]
  const eventKey = `agreement:${coming.map(({ name }) => name).join(',')}:coming`
  if (coming.length === 1)
    return { ...aboutAgreement(key), params: { state: 'coming', document: key, version, date }, eventKey }
  const documents = [...new Set(coming.map(({ key }) => key))].join(',')
  return {
    ...{ kind: 'system', noticeType: 'agreement', action: '/pages/about/about' },
    params: { state: 'several', documents, date },
    eventKey,
  }
}

/**
 * Asks whoever has not agreed to the versions in force on the day `on`, once for each: sessions last for months, and a
 * sign-in may never come.
 */
export async function askAnew(world: Told, on?: string): Promise<void> {
  for (const edition of agreedEditions(on)) {
    const { key, version } = edition
    const notice = askingFor(edition)
    await tellEverybody(world, async (db, after) => {
      const { rows } = await sql<{ id: string; isDone: boolean }>`
        select id, exists (
          select from agreement_acceptances a where a.user_id = u.id and a.key = ${key} and a.version = ${version}
        ) or exists (
          select from messages m where m.user_id = u.id and m.event_key = ${notice.eventKey}
        ) as "isDone"
        from (${customers(after)}) u order by id`.execute(db)
      const asked = rows.filter(({ isDone }) => !isDone)
      return { notices: asked.map(({ id: userId }) => ({ userId, ...notice })), last: rows.at(-1)?.id }
    })
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

/** What the next customers are to be told, and who was looked at last. */
type Look = (db: Db, after: string) => Promise<{ notices: Notice[]; last: string | undefined }>

/** Goes through all customers, some at a time: however many there are, each question is a short one. */
async function tellEverybody({ db, wake }: Told, look: Look): Promise<void> {
  let after: string | undefined = idAt(new Date(0))
  while (after !== undefined) {
    const from: string = after
    const { notices, last } = await transaction(db, async db => {
      const seen = await look(db, from)
      await tellAll(db, seen.notices)
      return seen
    })
    if (notices.length > 0) wake()
    after = last
  }
}

function customers(after: string): RawBuilder<unknown> {
  return sql`select id from users where email is not null and id > ${after} order by id limit ${aRound}`
}
