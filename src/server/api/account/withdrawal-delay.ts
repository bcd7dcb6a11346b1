import type { DelayHours } from '../../../contract/delay.ts'
import type * as safety from '../../../contract/safety.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePin } from '../../account/pin.ts'
import type { UserRow } from '../../account/tables.ts'
import { keepsSecrets, userById } from '../../account/users.ts'
import { delayOf, keepDelay, setDelay, shortenDelay } from '../../account/withdrawal-delay.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { shorterFrom, waitsNow } from '../../mail/letters/withdrawal-delay.ts'
import type { World } from '../../world.ts'
import type { Customer, Handlers } from '../handler.ts'
import { proveTwice, type SecondProof, useProof } from './second-factor/second-proof.ts'
import { tellKept, warn } from './security-notice.ts'
import { customerInfo } from './sign-in.ts'

type Part = Pick<Handlers<typeof safety>, 'updateWithdrawalDelay' | 'keepWithdrawalDelay'>

/** How long withdrawals wait by their customer's choice: longer at once, shorter once the wait of now has passed. */
export function withdrawalDelayApi(world: World): Part {
  const { db } = world

  return {
    async updateWithdrawalDelay({ hours, pin, secondCode: given }, customer) {
      const { userId } = customer
      const user = await userById(db, userId)
      await comparePin(world, { ...customer, pin })
      const isShorter = hours < (await delayOf(db, userId)).hours
      const second = isShorter ? await proveTwice(world, { user, given, caller: customer }) : null
      const info = await transaction(db, async db => {
        await lockCustomer(db, userId)
        // Whoever has set a secret anew at this moment may have done so because of this.
        if (!(await keepsSecrets(db, user))) throw new Refused('modify_failed', { reason: 'secrets_changed' })
        await change(db, { user, hours, customer, second })
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },

    async keepWithdrawalDelay(_input, customer) {
      const { userId } = customer
      const info = await transaction(db, async db => {
        await lockCustomer(db, userId)
        await takeBack(db, { user: await userById(db, userId), customer })
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },
  }
}

interface Asked {
  user: UserRow
  customer: Customer
}

async function change(
  db: Db,
  { user, hours, customer, second }: Asked & { hours: DelayHours; second: SecondProof | null },
): Promise<void> {
  const { id: userId, lang } = user
  const now = await delayOf(db, userId)
  if (hours === now.hours) return await takeBack(db, { user, customer })
  const told = { user, caller: customer, action }
  if (hours > now.hours) {
    await setDelay(db, { userId, hours })
    const params = { hours: `${hours}` }
    return await warn(db, { ...told, event: 'delayLonger', params, detail: waitsNow(hours, lang) })
  }
  // It was made longer at this very moment: nothing was proved for that.
  if (second === null) throw new Refused('modify_failed', { reason: 'secrets_changed' })
  await useProof(db, second)
  if (hours === now.next?.hours) return
  await refuseFrozen(db, userId)
  const at = await shortenDelay(db, { userId, from: now.hours, to: hours })
  const params = { wait: `${now.hours}`, ...(hours > 0 && { hours: `${hours}` }) }
  await warn(db, { ...told, event: 'delayShorter', params, detail: shorterFrom({ hours, at }, lang) })
}

async function takeBack(db: Db, { user, customer }: Asked): Promise<void> {
  await tellKept(db, { user, kept: await keepDelay(db, user.id), caller: customer })
}

const action = '/pages/safeCenter/safeCenter?delay=1'
