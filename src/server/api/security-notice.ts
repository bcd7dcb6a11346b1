import type { UserRow } from '../account/tables.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { enqueue } from '../jobs/outbox.ts'
import { type SecurityEvent, securityLetter } from '../mail/letters/security.ts'
import { tell } from '../messages/messages.ts'
import type { Caller } from './handler.ts'

/** Tells a customer by message and by mail that the safety of their account was touched, in the same transaction. */
export async function warn(
  db: Db,
  {
    user,
    event,
    caller,
    params = {},
    detail,
    action = '/pages/safeCenter/safeCenter',
    formerTelegramId,
  }: {
    user: UserRow
    event: SecurityEvent
    caller: Caller
    params?: Record<string, string>
    /** What the letter says of it beside when and where. */
    detail?: string
    /** Where the message leads. */
    action?: string
    /** A Telegram user who was bound until now, and should learn of it too. */
    formerTelegramId?: bigint
  },
): Promise<void> {
  const { device, ip } = caller
  await tell(db, {
    userId: user.id,
    kind: 'system',
    noticeType: 'security',
    params: { event, device, ip, ...params },
    action,
    eventKey: `security:${newId()}`,
    hasLetter: true,
    ...(formerTelegramId !== undefined && { formerTelegramId }),
  })
  const letter = securityLetter({
    to: user.email,
    lang: user.lang,
    event,
    device,
    ip,
    at: new Date(),
    detail,
  })
  await enqueue(db, 'send-letter', { ...letter, userId: user.id })
}
