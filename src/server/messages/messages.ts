import { sql } from 'kysely'
import type { NoticeType } from '../../contract/message.ts'
import { type Db, prepared } from '../database/database.ts'
import { newId } from '../id.ts'
import { enqueueAll } from '../jobs/queue/outbox.ts'
import { byDefault } from './settings.ts'
import type { Channel, Kind, MessageTable } from './tables.ts'

/** Something a customer should know. */
export interface Notice {
  /** Of the message; a new one by default. */
  id?: string
  userId: string
  kind: MessageTable['kind']
  noticeType: NoticeType
  /** What the words need: amount, currency, merchant, last4, reason … */
  params: Record<string, string>
  /** A route of the app: `/pages/bill/bill?id=…`. */
  action?: string
  /** Names the event; the same event is told once, however often it is reported. */
  eventKey: string
  /** A letter of its own tells of it already: no copy goes by mail. */
  hasLetter?: boolean
  /** A Telegram user who was bound until what it tells of: a copy goes there. */
  formerTelegramId?: bigint
}

/**
 * Writes a message in the caller's transaction: it exists exactly if what it tells of happened, and so do the jobs that
 * copy it to where the customer wants it.
 */
export async function tell(db: Db, notice: Notice): Promise<void> {
  await tellAll(db, [notice])
}

/** As `tell`, of several things. */
export async function tellAll(db: Db, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const now = new Date()
  const rows = notices.map(notice => ({
    id: notice.id ?? newId(),
    user_id: notice.userId,
    kind: notice.kind,
    notice_type: notice.noticeType,
    params: notice.params,
    action: notice.action ?? null,
    event_key: notice.eventKey,
    created_at: now,
  }))
  const lettered = rows.filter((_, index) => notices[index]?.hasLetter).map(({ id }) => id)
  const copies = (await write(db, rows)).filter(
    ({ channel, messageId }) => channel !== 'mail' || !lettered.includes(messageId),
  )
  const toFormer = notices.flatMap(({ formerTelegramId }, index) => {
    const messageId = rows[index]?.id
    if (formerTelegramId === undefined || messageId === undefined) return []
    return [{ messageId, channel: 'telegram' as const, telegramId: `${formerTelegramId}` }]
  })
  await enqueueAll(
    db,
    'copy-message',
    [...copies, ...toFormer].map(copy => ({ payload: copy, key: keyOf(copy) })),
  )
}

/** A copy that is to go out; by push one for each browser, so that none waits for another. */
interface Asked {
  messageId: string
  channel: Channel
  subscriptionId?: string
}

function keyOf({ channel, messageId, subscriptionId }: Asked): string {
  return ['copy', channel, messageId, ...(subscriptionId ? [subscriptionId] : [])].join(':')
}

/** Puts other parameters on a message of this customer: what it tells of went on, and it stays one message. */
export async function retell(
  db: Db,
  { userId, id, params }: { userId: string; id: string; params: Record<string, string> },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ params: sql`params || ${JSON.stringify(params)}::jsonb` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** What nobody needs a copy of: they are in the app when it is told. */
const uncopied: readonly NoticeType[] = ['welcome']

/** Inserts what was not told before, and gives the copies that are wanted of it; one statement, most often without any. */
async function write(db: Db, rows: readonly Record<string, unknown>[]): Promise<Asked[]> {
  const columns = sql.raw('id, user_id, kind, notice_type, params, action, event_key, created_at')
  const { rows: copies } = await sql<
    Omit<Asked, 'subscriptionId'> & { subscriptionId: string | null }
  >`${prepared}
    with told as (
      insert into messages (${columns})
      select ${columns} from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing returning id, user_id, kind, notice_type
    )
    select t.id as "messageId", c.channel, null::uuid as "subscriptionId"
    from told t join users u on u.id = t.user_id and u.email is not null left join message_settings s on s.user_id = t.user_id
    cross join lateral (values
      ('mail', coalesce(s.mail, ${listed(byDefault.mail)})),
      ('telegram', case when u.telegram_id is null or u.telegram_id = s.telegram_blocked_id then '{}'
        else coalesce(s.telegram, ${listed(byDefault.telegram)}) end)
    ) as c (channel, kinds)
    where (t.kind = any (c.kinds) or (t.notice_type = 'security' and c.channel = 'mail'))
      and t.notice_type <> all (${listed(uncopied)})
    union all
    select t.id, 'push', p.id
    from told t join push_subscriptions p on p.user_id = t.user_id
    join sessions e on e.id = p.session_id and e.ended_at is null and e.expires_at > now()
    left join message_settings s on s.user_id = t.user_id
    where t.kind = any (coalesce(s.push, ${listed(byDefault.push)})) and t.notice_type <> all (${listed(uncopied)})`.execute(
    db,
  )
  return copies.map(({ subscriptionId, ...copy }) => (subscriptionId ? { ...copy, subscriptionId } : copy))
}

function listed(words: readonly (Kind | NoticeType)[]) {
  return sql`${words}::text[]`
}
