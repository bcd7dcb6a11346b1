import { beginFreeze, frozenBy, liftFreeze } from '../account/freezes.ts'
import { endSessions } from '../account/session.ts'
import type { UserRow } from '../account/tables.ts'
import { keepDelay } from '../account/withdrawal-delay.ts'
import { pauseWithdrawals } from '../account/withdrawal-pause.ts'
import { tellKept, warn } from '../api/account/security-notice.ts'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { lockCustomer, lockEverything } from '../database/lock-customer.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { PlainError } from '../plain-error.ts'
import type { Desk } from './desk.ts'
import { withSecond } from './two-people.ts'

/** Stops a customer's money and signs them out everywhere, until operators let it go on. One operator is enough. */
export async function freezeUser(
  { db, operator }: Desk,
  { user, reason }: { user: UserRow; reason: string },
): Promise<void> {
  const { id: userId } = user
  await transaction(db, async db => {
    await lockEverything(db, userId)
    if (!(await beginFreeze(db, { userId, by: 'operator' })))
      throw new PlainError('Operators have frozen them already.')
    await endSessions(db, { userId })
    await warn(db, { user, event: 'frozenByUs', caller: us(user), action: '/pages/service/service' })
    await tellKept(db, { user, kept: await keepDelay(db, userId), caller: us(user) })
    await enqueue(db, 'hold-withdrawals', { userId })
    await audit(db, { operator, verb: 'user.freeze', subject: userId, words: { reason } })
  })
}

/**
 * Lets go on what operators have stopped, and what a lost deposit has, once a second one agrees; withdrawals wait a day.
 * What the customer has stopped themselves stays so. Gives whether it is done, and who still stops it.
 */
export async function unfreezeUser(
  { db, operator }: Desk,
  { user, reason }: { user: UserRow; reason: string },
) {
  const { id: userId } = user
  const deed = { operator, verb: 'user.unfreeze', subject: userId }
  const isDone = await transaction(db, async db => {
    // Each operator gives a reason of their own: the two reasons need not be the same.
    await audit(db, { ...deed, verb: 'user.unfreeze.reason', words: { reason } })
    return (await withSecond(db, deed, db => lift(db, user))).isDone
  })
  return { isDone, frozenBy: await frozenBy(db, userId) }
}

async function lift(db: Db, user: UserRow): Promise<void> {
  const { id: userId } = user
  await lockCustomer(db, userId)
  const lifted = [
    await liftFreeze(db, { userId, by: 'operator' }),
    await liftFreeze(db, { userId, by: 'loss' }),
  ]
  if (!lifted.includes(true)) throw new PlainError('We have not frozen them, nor has a lost deposit.')
  await pauseWithdrawals(db, userId)
  await warn(db, { user, event: 'unfrozenByUs', caller: us(user) })
}

/** Who did it, as a customer is told. */
export function us({ lang }: UserRow) {
  return { device: 'Glaze', ip: '-', lang }
}
