import { isHeldByUs } from '../account/freezes.ts'
import { factorShown } from '../account/second-factor/factor.ts'
import { beginRemoval, removalHours } from '../account/second-factor/removal.ts'
import type { UserRow } from '../account/tables.ts'
import { factorPage, keepFactor } from '../api/account/second-factor/second-proof.ts'
import { warn } from '../api/account/security-notice.ts'
import { audit } from '../audits/audit.ts'
import { transaction } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { goesAt } from '../mail/letters/second-factor.ts'
import { PlainError } from '../plain-error.ts'
import type { Desk } from './desk.ts'
import { us } from './freeze-user.ts'
import { withSecond } from './two-people.ts'

/**
 * Has the second factor of a customer who lost it, recovery codes included, taken away in three days, once a second operator
 * agrees: its customer is told by message and mail and can contradict until then, but where operators hold the account frozen:
 * a thief who turned it on could for ever. Gives when, or null while an operator is missing.
 */
export async function removeFactor(
  { db, operator }: Desk,
  { user, note }: { user: UserRow; note: string },
): Promise<Date | null> {
  const { id: userId } = user
  const deed = { operator, verb: 'user.remove-second-factor', subject: userId }
  return await transaction(db, async db => {
    // Each operator says why in their own words: the two need not be the same.
    await audit(db, { ...deed, verb: 'user.remove-second-factor.note', words: { note } })
    const { result } = await withSecond(db, deed, async db => {
      await lockCustomer(db, userId)
      if (!(await factorShown(db, userId))) throw new PlainError('This customer has no second factor.')
      const at = await beginRemoval(db, userId)
      if (at === null) throw new PlainError('It is to be taken away already.')
      await warn(db, {
        user,
        event: 'secondFactorAsked',
        caller: us(user),
        params: { hours: `${removalHours}` },
        detail: goesAt(at, { lang: user.lang, isHeld: await isHeldByUs(db, userId) }),
        action: factorPage,
      })
      return at
    })
    return result
  })
}

/**
 * Leaves a second factor where it is that was to be taken away: its customer, or somebody's doubt, says so. One operator is
 * enough.
 */
export async function leaveFactor(
  { db, operator }: Desk,
  { user, note }: { user: UserRow; note: string },
): Promise<void> {
  await transaction(db, async db => {
    await lockCustomer(db, user.id)
    if (!(await keepFactor(db, { user, caller: us(user) })))
      throw new PlainError('It is not to be taken away.')
    await audit(db, { operator, verb: 'user.keep-second-factor', subject: user.id, words: { note } })
  })
}
