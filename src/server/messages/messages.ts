import type { NoticeType } from '../../contract/message.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { insertAll } from '../insert-all.ts'
import type { MessageTable } from './tables.ts'

/** Something a customer should know. */
export interface Notice {
  userId: string
  kind: MessageTable['kind']
  noticeType: NoticeType
  /** What the words need: amount, currency, merchant, last4, reason … */
  params: Record<string, string>
  /** A route of the app: `/pages/bill/bill?id=…`. */
  action?: string
  /** Names the event; the same event is told once, however often it is reported. */
  eventKey: string
}

/** Writes a message in the caller's transaction: it exists exactly if what it tells of happened. */
export async function tell(db: Db, notice: Notice): Promise<void> {
  await tellAll(db, [notice])
}

/** As `tell`, of several things. */
export async function tellAll(db: Db, notices: readonly Notice[]): Promise<void> {
  const now = new Date()
  const rows = notices.map(notice => ({
    id: newId(),
    user_id: notice.userId,
    kind: notice.kind,
    notice_type: notice.noticeType,
    params: notice.params,
    action: notice.action ?? null,
    event_key: notice.eventKey,
    created_at: now,
  }))
  await insertAll(db, 'messages', rows, { isKnownSkipped: true })
}
