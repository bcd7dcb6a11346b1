import { createHash } from 'node:crypto'
import { defineCommand } from 'citty'
import { type Db, transaction } from '../database.ts'
import { newId } from '../id.ts'
import { audit } from '../jobs/audit.ts'
import { type Notice, tellAll } from '../messages/messages.ts'
import { wordsOf } from '../messages/words.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const text = (description: string) => ({ type: 'string', description, required: true }) as const
const words = {
  'title-zh': text('in Chinese, one line'),
  'content-zh': text('in Chinese; \\n begins a new line'),
  'title-en': text('in English, one line'),
  'content-en': text('in English; \\n begins a new line'),
}

/** `ops messages …` */
export const messageCommands = defineCommand({
  meta: { name: 'messages', description: 'Messages to customers' },
  subCommands: {
    send: defineCommand({
      meta: {
        name: 'send',
        description: 'A system message to one customer, or with --all to everybody: that takes two operators',
      },
      args: {
        email: { type: 'positional', description: "the customer's e-mail address", required: false },
        all: { type: 'boolean', description: 'to every customer', default: false },
        ...words,
        json,
      },
      run: ({ args }) => atDesk(desk => send(desk, args)),
    }),
    list: defineCommand({
      meta: {
        name: 'list',
        description: 'The latest messages of a customer, newest first, in their language',
      },
      args: {
        email: { type: 'positional', description: "the customer's e-mail address", required: true },
        json,
      },
      run: ({ args }) => atDesk(async ({ db }) => print(await listed(db, args.email), args.json)),
    }),
  },
})

interface Asked {
  email?: string | undefined
  all: boolean
  json: boolean
  'title-zh': string
  'content-zh': string
  'title-en': string
  'content-en': string
}

async function send(desk: Desk, asked: Asked) {
  if (asked.all === Boolean(asked.email)) throw new Error('Name one customer, or --all.')
  const params = written(asked)
  if (asked.all) return await sendAll(desk, { params, isJson: asked.json })
  const { db, operator } = desk
  const user = await customer(db, asked.email ?? '')
  await transaction(db, async db => {
    const noticeId = newId()
    await tellAll(db, [notice({ userId: user.id, noticeId, params })])
    await audit(db, { operator, verb: 'message.send', subject: user.id, detail: { noticeId, ...params } })
  })
  print([{ email: user.email, isSent: true }], asked.json)
}

/** The second asks for the very same words; whoever registers after that does not get it. */
async function sendAll(
  { db, operator }: Desk,
  { params, isJson }: { params: Record<string, string>; isJson: boolean },
) {
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)
  const deed = { operator, verb: 'message.send-all', subject: `everybody:${digest}`, detail: params }
  const { isDone, result } = await withSecond(db, deed, db => tellEverybody(db, params))
  print([{ isSent: isDone, customers: result ?? 0, approvalsMissing: isDone ? 0 : 1 }], isJson)
}

const chunk = 1000

async function tellEverybody(db: Db, params: Record<string, string>): Promise<number> {
  const noticeId = newId()
  // Who is gone has no address any more.
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'is not', null)
    .orderBy('id')
    .execute()
  if (users.length === 0) throw new Error('There are no customers.')
  for (let from = 0; from < users.length; from += chunk) {
    const some = users.slice(from, from + chunk)
    await tellAll(
      db,
      some.map(({ id: userId }) => notice({ userId, noticeId, params })),
    )
  }
  return users.length
}

function notice({
  userId,
  noticeId,
  params,
}: {
  userId: string
  noticeId: string
  params: Record<string, string>
}): Notice {
  return { userId, kind: 'system', noticeType: 'notice', params, eventKey: `notice:${noticeId}` }
}

/** Refuses what would be shown otherwise than it was written. */
function written(asked: Asked): Record<string, string> {
  const titles = { title_zh: asked['title-zh'].trim(), title_en: asked['title-en'].trim() }
  const contents = { content_zh: lines(asked['content-zh']), content_en: lines(asked['content-en']) }
  const isShown = (value: string, most: number) =>
    value !== '' &&
    value.length <= most &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value.replaceAll('\n', ''))
  if (!Object.values(titles).every(title => isShown(title, 200) && !title.includes('\n'))) {
    throw new Error('A title is one line of 1 to 200 characters, without invisible ones.')
  }
  if (!Object.values(contents).every(content => isShown(content, 2000))) {
    throw new Error('A content has 1 to 2000 characters, none of them invisible.')
  }
  if (!/\p{Script=Han}/u.test(titles.title_zh + contents.content_zh)) {
    throw new Error('The Chinese words have no Chinese in them.')
  }
  return { ...titles, ...contents }
}

/** A shell has no simple way to write a new line. */
function lines(content: string): string {
  return content.replaceAll('\\n', '\n').trim()
}

async function customer(db: Db, email: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'lang'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!user) throw new Error('There is no customer with this address.')
  return user
}

async function listed(db: Db, email: string) {
  const { id, lang } = await customer(db, email)
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'kind', 'notice_type', 'params', 'action', 'read_at', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ notice_type, params, ...row }) => ({
    ...row,
    noticeType: notice_type,
    ...wordsOf({ noticeType: notice_type, params }, lang),
  }))
}
