import type * as secondFactor from '../../../../contract/second-factor.ts'
import { dropFactor } from '../../../account/second-factor/factor.ts'
import { endRemoval } from '../../../account/second-factor/removal.ts'
import { newUndo, proveOlder, undoableBy } from '../../../account/second-factor/undo.ts'
import { keepsSecrets, userById } from '../../../account/users.ts'
import { type Db, transaction } from '../../../database/database.ts'
import { lockCustomer } from '../../../database/lock-customer.ts'
import { Refused } from '../../../http/refused.ts'
import type { Part } from '../../../mail/letters/layout.ts'
import { undoneBy } from '../../../mail/letters/second-factor.ts'
import type { World } from '../../../world.ts'
import type { Handlers } from '../../handler.ts'
import { closeEveryWay } from '../close-ways.ts'

/** What was there before a second factor takes it away while it is young: the mailbox together with the password. */
export function undoing(world: World): Pick<Handlers<typeof secondFactor>, 'undoSecondFactor'> {
  const { db } = world

  return {
    async undoSecondFactor({ token, password, pin }, caller) {
      const user = await undoableBy(db, token)
      if (!user) throw new Refused('modify_failed')
      await proveOlder(world, { user, password, pin })
      await transaction(db, async db => {
        await lockCustomer(db, user.id)
        // Taken away, or another secret was set, while this one was compared.
        if (!(await undoableBy(db, token)) || !(await keepsSecrets(db, user)))
          throw new Refused('modify_failed')
        await dropFactor(db, user.id)
        await endRemoval(db, { userId: user.id, state: 'undone' })
        await closeEveryWay(db, { user, event: 'secondFactorUndone', caller })
      })
      world.wake()
      return { email: user.email }
    },
  }
}

/** What the letter of a new second factor says of the way back. In the hash, so that the token is in no log. */
export async function wayBack({ config }: World, db: Db, userId: string): Promise<Part[]> {
  const { password_hash, lang } = await userById(db, userId)
  const hasPassword = password_hash !== null
  const { token, until } = await newUndo(db, userId)
  const page = `/#/pages/forget/forget?second=${token}${hasPassword ? '' : '&pin=1'}`
  return undoneBy({ link: new URL(page, config.PUBLIC_URL).href, until, hasPassword, lang })
}
