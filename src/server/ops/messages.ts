import { isDeepStrictEqual } from 'node:util'
import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { idOf } from '../id.ts'
import { type Notice, tellAll } from '../messages/messages.ts'
import { wordsOf } from '../messages/words/words.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { checkedKey, key } from './key.ts'
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
        key,
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
  key?: string | undefined
  json: boolean
  'title-zh': string
  'content-zh': string
  'title-en': string
  'content-en': string
}

async function send(desk: Desk, asked: Asked) {
  if (asked.all === Boolean(asked.email)) throw new PlainError('Name one customer, or --all.')
  const params = written(asked)
  const noticeId = asked.key === undefined ? idOf(JSON.stringify(params)) : checkedKey(asked.key)
  if (asked.all) return await sendAll(desk, { params, noticeId: `all:${noticeId}`, isJson: asked.json })
  const { db, operator } = desk
  const user = await customer(db, asked.email ?? '')
  const isNew = await transaction(db, async db => {
    const one = notice({ userId: user.id, noticeId, params })
    if (await isTold(db, one)) return false
    await tellAll(db, [one])
    await audit(db, { operator, verb: 'message.send', subject: user.id, detail: { noticeId }, words: params })
    return true
  })
  print([{ email: user.email, isSent: true, ...(!isNew && { isReplay: true }) }], asked.json)
}

/** Whether the customer was told this under this key before; throws when it was something else. Two at once take turns. */
async function isTold(db: Db, { userId, eventKey, params }: Notice): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${eventKey}`}, 0))`.execute(db)
  const told = await db
    .selectFrom('messages')
    .select('params')
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
  if (told && !isDeepStrictEqual(told.params, params)) throw new PlainError('This key names another message.')
  return told !== undefined
}

interface ToAll {
  noticeId: string
  params: Record<string, string>
}

/** The second asks for the very same words; whoever registers after that does not get it, however often it is asked for. */
async function sendAll({ db, operator }: Desk, { isJson, ...told }: ToAll & { isJson: boolean }) {
  const { noticeId, params } = told
  const deed = { operator, verb: 'message.send-all', subject: noticeId, detail: params }
  const { isDone, result } = await withSecond(
    db,
    deed,
    db => tellEverybody(db, told),
    db => earlier(db, told),
  )
  print([{ isSent: isDone, customers: result ?? 0, approvalsMissing: isDone ? 0 : 1 }], isJson)
}

/** How many were told under this key. Throws when it was something else. */
async function earlier(db: Db, { noticeId, params }: ToAll): Promise<number | null> {
  const done = await db
    .selectFrom('audits')
    .select(sql<boolean>`detail @> ${JSON.stringify(params)}::jsonb`.as('isSame'))
    .where('verb', '=', 'message.send-all')
    .where('subject', '=', noticeId)
    .executeTakeFirst()
  if (!done) return null
  if (!done.isSame) throw new PlainError('This key names another message.')
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('event_key', '=', `notice:${noticeId}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const chunk = 1000

async function tellEverybody(db: Db, { noticeId, params }: ToAll): Promise<number> {
  // A customer who is gone has no address any more.
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'is not', null)
    .orderBy('id')
    .execute()
  if (users.length === 0) throw new PlainError('There are no customers.')
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
    throw new PlainError('A title is one line of 1 to 200 characters, without invisible ones.')
  }
  if (!Object.values(contents).every(content => isShown(content, 2000))) {
    throw new PlainError('A content has 1 to 2000 characters, none of them invisible.')
  }
  if (!/\p{Script=Han}/u.test(titles.title_zh + contents.content_zh)) {
    throw new PlainError('The Chinese words have no Chinese in them.')
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
  if (!user) throw new PlainError('There is no customer with this address.')
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
