import { writeFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import { type Answer, answerTicket } from '../across/answer-ticket.ts'
import { audit } from '../audits/audit.ts'
import { readOperatorConfig } from '../config.ts'
import type { Db } from '../database/database.ts'
import { openTicketPicture } from '../feedback/pictures.ts'
import { linesOf } from '../feedback/reading.ts'
import { PlainError } from '../plain-error.ts'
import { secretsFrom } from '../secrets.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { checkedKey, key } from './key.ts'
import { masked } from './mask.ts'

const number = { type: 'positional', description: "the ticket's number", required: true } as const
const all = { type: 'boolean', description: 'answered and closed ones too', default: false } as const
const text = { type: 'string', description: 'what the customer reads', required: true } as const

/** `ops feedback …` */
export const feedbackCommands = defineCommand({
  meta: { name: 'feedback', description: "Customers' tickets" },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What waits for an answer, the most urgent first' },
      args: { all, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await waiting(db, args.all), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One ticket with its dialogue' },
      args: { number, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await everythingOf(db, args.number), args.json)),
    }),
    picture: defineCommand({
      meta: { name: 'picture', description: 'Writes a picture of a ticket into a file; the look is audited' },
      args: {
        path: { type: 'positional', description: 'its path, as `show` gives it', required: true },
        to: { type: 'string', description: 'the file', required: true },
        json,
      },
      run: ({ args }) => atDesk(desk => savePicture(desk, args)),
    }),
    answer: defineCommand({
      meta: {
        name: 'answer',
        description: 'Answers; an escalated ticket takes somebody who has not answered before',
      },
      args: { number, text, key, json },
      run: ({ args }) => atDesk(desk => answer(desk, { ...args, isEnd: false })),
    }),
    close: defineCommand({
      meta: { name: 'close', description: 'Answers and closes; the customer can open it again by a reply' },
      args: { number, text, key, json },
      run: ({ args }) => atDesk(desk => answer(desk, { ...args, isEnd: true })),
    }),
  },
})

async function waiting(db: Db, isAll: boolean) {
  const query = db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select([
      'number',
      'tickets.user_id',
      'users.email',
      'status',
      'ref_type',
      'answer_by',
      'escalated_at',
      'tickets.updated_at',
    ])
    .orderBy('answer_by')
  const rows = await (isAll ? query : query.where('status', '=', 'open')).execute()
  return rows.map(masked)
}

async function everythingOf(db: Db, number: string) {
  const ticket = await db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select([
      ...([
        'tickets.id',
        'number',
        'tickets.user_id',
        'users.email',
        'users.lang',
        'status',
        'ref_type',
        'ref_id',
      ] as const),
      ...(['answer_by', 'escalated_at', 'diagnostic', 'tickets.created_at'] as const),
    ])
    .where('number', '=', numberIn(number))
    .executeTakeFirst()
  if (!ticket) throw new PlainError('There is no ticket with this number.')
  const pictures = await db
    .selectFrom('ticket_pictures')
    .innerJoin('ticket_lines', 'ticket_lines.id', 'line_id')
    .select('path')
    .where('ticket_id', '=', ticket.id)
    .execute()
  const lines = (await linesOf(db, [ticket.id])).map(({ operator, text, created_at }) => ({
    by: operator ?? 'customer',
    at: created_at,
    text,
  }))
  return [{ ...masked(ticket), lines, pictures: pictures.map(({ path }) => path) }]
}

async function savePicture(
  { db, operator }: Desk,
  { path, to, json }: { path: string; to: string; json: boolean },
) {
  const secrets = secretsFrom(readOperatorConfig().SECRET_KEY)
  const content = await openTicketPicture({ db, secrets }, path)
  await audit(db, { operator, verb: 'ticket.picture', subject: path })
  writeFileSync(to, content, { mode: 0o600, flag: 'wx' })
  print([{ path, to, bytes: content.length }], json)
}

async function answer(
  { db, operator }: Desk,
  { number, json, ...rest }: Pick<Answer, 'text' | 'isEnd' | 'key'> & { number: string; json: boolean },
) {
  const { text, isEnd, key } = rest
  const named = key === undefined ? undefined : checkedKey(key)
  const answered = await answerTicket(db, { number: numberIn(number), operator, text, isEnd, key: named })
  print([{ number, ...answered }], json)
}

function numberIn(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) throw new PlainError('A ticket is named by its number.')
  return BigInt(text)
}
