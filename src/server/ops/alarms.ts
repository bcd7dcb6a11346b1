import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, json, print } from './desk.ts'

const id = { type: 'positional', description: "the alarm's id", required: true } as const
const note = { type: 'string', description: 'what was found and done', required: true } as const
const all = { type: 'boolean', description: 'closed ones too', default: false } as const

/** `ops alarms …` */
export const alarmCommands = defineCommand({
  meta: { name: 'alarms', description: 'What a person must look at' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Open alarms, oldest first' },
      args: { all, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await alarms(db, args.all), args.json)),
    }),
    close: defineCommand({
      meta: { name: 'close', description: 'Closes an alarm that was looked into; it changes nothing else' },
      args: { id, note, json },
      run: ({ args }) =>
        atDesk(async ({ db, operator }) => {
          await closeAlarm(db, { alarmId: args.id, operator, note: args.note })
          print([{ id: args.id, isClosed: true }], args.json)
        }),
    }),
  },
})

async function alarms(db: Db, isAll: boolean) {
  const query = db
    .selectFrom('alarms')
    .select(['id', 'kind', 'subject', 'detail', 'created_at', 'settled_at'])
    .orderBy('created_at')
  return await (isAll ? query : query.where('settled_at', 'is', null)).execute()
}

async function closeAlarm(
  db: Db,
  { alarmId, operator, note }: { alarmId: string; operator: string; note: string },
) {
  await transaction(db, async db => {
    const closed = await db
      .updateTable('alarms')
      .set(({ fn }) => ({ settled_at: fn('now') }))
      .where('id', '=', alarmId)
      .where('settled_at', 'is', null)
      .returning(['kind', 'subject'])
      .executeTakeFirst()
    if (!closed) throw new PlainError('There is no open alarm with this id.')
    // While it is open nothing is signed or taken back: two operators decide how long.
    if (['hot_wallet_used', 'withdrawals_stopped'].includes(closed.kind))
      throw new PlainError('This one is closed by ops withdrawals resume.')
    await audit(db, { operator, verb: 'alarm.close', subject: alarmId, detail: closed, words: { note } })
  })
}
