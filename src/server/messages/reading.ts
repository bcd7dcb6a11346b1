import type * as z from 'zod/mini'
import type { message, NoticeType } from '../../contract/message.ts'
import type { Db } from '../database/database.ts'
import { Denied } from '../http/refused.ts'
import { kinds } from './settings.ts'
import type { Kind } from './tables.ts'
import { wordsOf } from './words/words.ts'

/** How many messages are unread, by category. */
export async function unreadByKind(db: Db, userId: string): Promise<Record<Kind, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['kind', fn.countAll<bigint>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute()
  const unread = { system: 0, balance: 0, verify: 0, feedback: 0 }
  for (const { kind, count } of rows) unread[kind] = Number(count)
  return unread
}

/** The newest message of each category with its unread count. */
export async function firstOfEach(db: Db, reader: Reader) {
  const unread = await unreadByKind(db, reader.userId)
  const first = await db
    .selectFrom('messages')
    .distinctOn('kind')
    .selectAll()
    .where('user_id', '=', reader.userId)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()
  return kinds.map(kind => {
    const row = first.find(message => message.kind === kind)
    return { kind, unread: unread[kind], first: row ? messageOf(row, reader.lang) : null }
  })
}

/** Whose messages are read, and in which language. */
export interface Reader {
  userId: string
  lang: 'zh' | 'en'
}

/** Which messages of a reader: with `after` only those older than that one, whoever's it is: it is a place in time. */
interface MessageFilter {
  page: number
  pageSize: number
  kind?: Kind | undefined
  noticeType?: NoticeType | undefined
  after?: string | undefined
}

/** One page of messages, newest first. `total` counts all that fit, without regard to `after`. */
export async function messagesOf(
  db: Db,
  { userId, lang }: Reader,
  { page, pageSize, kind, noticeType, after }: MessageFilter,
) {
  const wanted = db
    .selectFrom('messages')
    .where('user_id', '=', userId)
    .$if(kind !== undefined, query => query.where('kind', '=', kind as Kind))
    .$if(noticeType !== undefined, query => query.where('notice_type', '=', noticeType as NoticeType))
  const rows = await wanted
    .selectAll()
    .$if(after !== undefined, query => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(after === undefined ? (page - 1) * pageSize : 0)
    .execute()
  // Counted last: a message that arrives in between must not hide the oldest of a page.
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return { list: rows.map(row => messageOf(row, lang)), total: Number(total), page, pageSize }
}

/** One message of the reader's own; it counts as read from then on. */
export async function readOne(db: Db, { userId, lang }: Reader, id: string) {
  const row = await db
    .updateTable('messages')
    .set(({ fn, val }) => ({ read_at: fn.coalesce('read_at', val(new Date())) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Denied()
  return messageOf(row, lang)
}

/** Marks messages as read: those named, or all of a category, or all. One that is not the reader's denies them all. */
export async function markRead(
  db: Db,
  userId: string,
  { ids, kind }: { ids?: readonly string[] | undefined; kind?: Kind | undefined },
): Promise<void> {
  const own = db.selectFrom('messages').select('id').where('user_id', '=', userId)
  const asked = [...new Set(ids)]
  if (ids && ids.length > 0) {
    const found = await own.where('id', 'in', asked).execute()
    if (found.length !== asked.length) throw new Denied()
  }
  if (ids?.length === 0) return
  await db
    .updateTable('messages')
    .set({ read_at: new Date() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, query => query.where('id', 'in', asked))
    .$if(kind !== undefined, query => query.where('kind', '=', kind as Kind))
    .execute()
}

interface Row {
  id: string
  kind: Kind
  notice_type: NoticeType
  params: Record<string, string>
  action: string | null
  read_at: Date | null
  created_at: Date
}

function messageOf(row: Row, lang: 'zh' | 'en'): z.output<typeof message> {
  const { id, kind, notice_type: noticeType, params, action, read_at, created_at } = row
  const { title, content } = wordsOf({ noticeType, params }, lang)
  return {
    id,
    kind,
    noticeType,
    title,
    content,
    params,
    isRead: read_at !== null,
    createTime: created_at.toISOString(),
    action,
  }
}
