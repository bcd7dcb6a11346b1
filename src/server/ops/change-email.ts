import { createHash } from 'node:crypto'
import { email as emailRule } from '../../contract/field.ts'
import { changeEmail } from '../account/email-change.ts'
import { endSessions } from '../account/session.ts'
import type { UserRow } from '../account/tables.ts'
import { pauseWithdrawals } from '../account/withdrawal-pause.ts'
import { tellKept } from '../api/account/security-notice.ts'
import { readPublicUrl } from '../config.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { emailChangedLetter } from '../mail/letters/email-change.ts'
import { securityLetter } from '../mail/letters/security.ts'
import { PlainError } from '../plain-error.ts'
import type { Desk } from './desk.ts'
import { us } from './freeze-user.ts'
import { withSecond } from './two-people.ts'

/**
 * Gives a customer who lost their mailbox another address, once two operators who have looked at the same person ask for
 * it: every session ends, withdrawals wait a day, and whoever still reads the old address can take it back. Their
 * password stays; with a code to the new address they set another. Gives whether it is done.
 */
export async function moveEmail(
  { db, operator }: Desk,
  { user, to, note }: { user: UserRow; to: string; note: string },
): Promise<boolean> {
  const email = to.toLowerCase()
  if (!emailRule.safeParse(email).success) throw new PlainError('This is no e-mail address.')
  const publicUrl = readPublicUrl()
  if (!publicUrl) throw new PlainError('Set PUBLIC_URL: the letter to the old address carries a link.')
  // The audit is for ever, an address is not.
  const detail = { to: createHash('sha256').update(email).digest('hex').slice(0, 16) }
  const deed = { operator, verb: 'user.change-email', subject: user.id, detail, words: { note } }
  const { isDone } = await withSecond(db, deed, db => move(db, { user, email, publicUrl }))
  return isDone
}

async function move(
  db: Db,
  { user, email, publicUrl }: { user: UserRow; email: string; publicUrl: string },
): Promise<void> {
  const { undoToken, undoUntil } = await changeEmail(db, { user, email }).catch(error => {
    if (error instanceof Refused) throw new PlainError('Somebody has this address, or it was just changed.')
    throw error
  })
  await endSessions(db, { userId: user.id })
  const kept = await pauseWithdrawals(db, user.id)
  const seen = { lang: user.lang, device: 'Glaze', ip: '-', at: new Date() }
  const link = new URL(`/#/pages/forget/forget?undo=${undoToken}`, publicUrl).href
  const letter = emailChangedLetter({ ...seen, to: user.email, email, link, until: undoUntil })
  await enqueue(db, 'send-letter', { ...letter, userId: user.id })
  const told = securityLetter({ ...seen, to: email, event: 'emailChanged' })
  await enqueue(db, 'send-letter', { ...told, userId: user.id })
  await tellKept(db, { user: { ...user, email }, kept, caller: us(user) })
}
