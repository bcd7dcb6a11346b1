import type { UserRow } from '../account/tables.ts'
import { liftPause } from '../account/withdrawal-pause.ts'
import { warn } from '../api/account/security-notice.ts'
import { audit } from '../audits/audit.ts'
import { transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import type { Desk } from './desk.ts'
import { us } from './freeze-user.ts'
import { withSecond } from './two-people.ts'

/**
 * Lets a customer withdraw before the pause is over, once a second operator agrees, and tells them: whoever talked us into
 * it may not be the customer. True when it is done.
 */
export async function endPause(
  { db, operator }: Desk,
  { user, reason }: { user: UserRow; reason: string },
): Promise<boolean> {
  const deed = { operator, verb: 'user.lift-hold', subject: user.id }
  return await transaction(db, async db => {
    // Each operator gives a reason of their own: the two reasons need not be the same.
    await audit(db, { ...deed, verb: 'user.lift-hold.reason', words: { reason } })
    const { isDone } = await withSecond(db, deed, async db => {
      if (!(await liftPause(db, user.id))) throw new PlainError('Withdrawals of this customer are not held.')
      await warn(db, { user, event: 'holdLifted', caller: us(user) })
    })
    return isDone
  })
}
