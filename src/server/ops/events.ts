import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const id = { type: 'positional', description: "the event's id", required: true } as const

/** `ops events …` */
export const eventCommands = defineCommand({
  meta: { name: 'events', description: 'What the issuer told us and nobody could follow' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Events that were put aside, oldest first, and why' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await putAside(db), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One of them as the issuer sent it' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print([await shown(db, args.id)], args.json)),
    }),
    retry: defineCommand({
      meta: { name: 'retry', description: 'Follows it anew: once we know its type, or its card is there' },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async ({ db, operator }) => {
          await retry(db, { eventId: args.id, operator })
          print([{ id: args.id, isAside: false }], args.json)
        }),
    }),
    accept: defineCommand({
      meta: {
        name: 'accept',
        description:
          'Books what takes or gives too much (too_large) to be believed at once; it takes two different operators',
      },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const isDone = await accept(desk, args.id)
          print([{ id: args.id, isAccepted: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
        }),
    }),
  },
})

function asideIn(db: Db) {
  return db.selectFrom('issuer_events').where(sql<boolean>`answer ? 'ignored'`)
}

async function putAside(db: Db) {
  return await asideIn(db)
    .select(['id', 'type', sql<string>`answer ->> 'ignored'`.as('why'), 'received_at'])
    .orderBy('received_at')
    .execute()
}

async function shown(db: Db, eventId: string) {
  const event = await asideIn(db)
    .select(['id', 'type', sql<string>`answer ->> 'ignored'`.as('why'), 'payload'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) throw new PlainError('There is no event with this id that was put aside.')
  return event
}

async function retry(db: Db, { eventId, operator }: { eventId: string; operator: string }) {
  await transaction(db, async db => {
    const { type } = await shown(db, eventId)
    await followAnew(db, { eventId })
    await audit(db, { operator, verb: 'event.retry', subject: eventId, detail: { type } })
  })
}

async function accept({ db, operator }: Desk, eventId: string): Promise<boolean> {
  const { isDone } = await withSecond(db, { operator, verb: 'event.accept', subject: eventId }, async db => {
    const { why } = await shown(db, eventId)
    if (why !== 'too_large') throw new PlainError(`It does not wait for a yes, it was put aside as ${why}.`)
    await followAnew(db, { eventId, isAccepted: true })
  })
  return isDone
}

async function followAnew(db: Db, event: { eventId: string; isAccepted?: boolean }) {
  await db
    .updateTable('issuer_events')
    .set({ handled_at: null, answer: null })
    .where('id', '=', event.eventId)
    .execute()
  // Without a key: the job that put it aside may be there still, and be about to end.
  await enqueue(db, 'issuer-event', event)
}
