import type { DelayHours } from '../../../contract/delay.ts'
import { unknownDevice } from '../../../contract/device.ts'
import type { PasskeyRow, UserRow } from '../../account/tables.ts'
import { pauseWithdrawals } from '../../account/withdrawal-pause.ts'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import type { Part } from '../../mail/letters/layout.ts'
import { type SecurityEvent, securityLetter } from '../../mail/letters/security.ts'
import { staysAt } from '../../mail/letters/withdrawal-delay.ts'
import { tell } from '../../messages/messages.ts'
import type { Caller } from '../handler.ts'

/** Tells a customer by message and by mail that the safety of their account was touched, in the same transaction. */
export async function warn(
  db: Db,
  {
    user,
    event,
    caller,
    params = {},
    detail,
    way,
    action = '/pages/safeCenter/safeCenter',
    formerTelegramId,
  }: {
    user: UserRow
    event: SecurityEvent
    caller: Caller
    params?: Record<string, string>
    /** What the letter says of it beside when and where. */
    detail?: string
    /** A way back that stands in the letter alone. */
    way?: readonly Part[]
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
    way,
  })
  await enqueue(db, 'send-letter', { ...letter, userId: user.id })
}

/**
 * Tells a customer that the wait for their withdrawals stays, in the transaction that has forgotten a shorter one; nothing
 * where there was none.
 */
export async function tellKept(
  db: Db,
  { user, kept, caller }: { user: UserRow; kept: DelayHours | null; caller: Caller },
): Promise<void> {
  if (kept === null) return
  await warn(db, {
    user,
    event: 'delayKept',
    caller,
    params: { hours: `${kept}` },
    detail: staysAt(kept, user.lang),
    action: '/pages/safeCenter/safeCenter?delay=1',
  })
}

/** Another way in or to pay, or one less: told and mailed, and withdrawals pause. */
export async function tellPasskey(
  db: Db,
  {
    user,
    event,
    row: { name, device: on },
    customer,
  }: { user: UserRow; event: SecurityEvent; row: Pick<PasskeyRow, 'name' | 'device'>; customer: Caller },
): Promise<void> {
  const kept = await pauseWithdrawals(db, user.id)
  const known = name ?? (on === unknownDevice ? undefined : on)
  const params = known === undefined ? {} : { name: known }
  await warn(db, { user, event, caller: customer, params, action: passkeysHref })
  await tellKept(db, { user, kept, caller: customer })
}

const passkeysHref = '/pages/safeCenter/safeCenter?passkeys=1'

/** Tells a customer that a way back in has removed their passkeys; nothing where there were none. */
export async function tellDropped(
  db: Db,
  { user, count, caller }: { user: UserRow; count: number; caller: Caller },
): Promise<void> {
  if (count === 0) return
  await warn(db, {
    user,
    event: 'passkeysRemoved',
    caller,
    params: { count: `${count}` },
    action: passkeysHref,
  })
}

/** What a way back in says of the Telegram user it has unbound, who is told of it too; nothing where nobody was bound. */
export function unboundOf(
  bound: Pick<UserRow, 'telegram_id' | 'telegram_name'> | null,
  { lang }: Pick<UserRow, 'lang'>,
) {
  if (bound === null || bound.telegram_id === null) return {}
  const detail =
    lang === 'zh'
      ? '绑定的 Telegram 已解绑，需要时可以用新密码重新绑定。'
      : 'Telegram was unlinked. You can link it again with the new password.'
  return { detail, params: { name: bound.telegram_name ?? 'Telegram' }, formerTelegramId: bound.telegram_id }
}
