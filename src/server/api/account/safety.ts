import type { Input } from '../../../contract/call.ts'
import type * as safety from '../../../contract/safety.ts'
import { tryCode, useCode } from '../../account/codes.ts'
import { beginFreeze, frozenBy, liftFreeze } from '../../account/freezes.ts'
import { isSecret } from '../../account/hashing.ts'
import { setPhrase } from '../../account/phrase.ts'
import { comparePin } from '../../account/pin.ts'
import { endSessions } from '../../account/session.ts'
import type { UserRow } from '../../account/tables.ts'
import { userById } from '../../account/users.ts'
import { keepDelay } from '../../account/withdrawal-delay.ts'
import { pauseWithdrawals } from '../../account/withdrawal-pause.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer, lockEverything } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { contradict, proveTwice, useProof } from './second-factor/second-proof.ts'
import { tellKept, warn } from './security-notice.ts'
import { customerInfo } from './sign-in.ts'
import { withdrawalDelayApi } from './withdrawal-delay.ts'

/** What a customer does against thieves: a phrase that only we can show, a wait, and stopping their money in one tap. */
export function safetyApi(world: World): Handlers<typeof safety> {
  const { db } = world

  return {
    ...withdrawalDelayApi(world),

    async updatePhrase({ phrase, pin }, customer) {
      const { userId } = customer
      await comparePin(world, { ...customer, pin })
      // It stands in letters: a PIN that is read there is none.
      if (phrase === pin) throw new Refused('modify_failed', { fields: { phrase: 'phraseSecret' } })
      const info = await transaction(db, async db => {
        await setPhrase(world, db, { userId, phrase })
        const event = phrase === null ? 'phraseRemoved' : 'phraseSet'
        await warn(db, { user: await userById(db, userId), event, caller: customer })
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },

    async freezeAccount(_input, customer) {
      const { userId, sessionId } = customer
      const info = await transaction(db, async db => {
        await lockEverything(db, userId)
        if (await beginFreeze(db, { userId, by: 'customer' })) {
          await endSessions(db, { userId, exceptId: sessionId })
          const user = await userById(db, userId)
          await warn(db, { user, event: 'frozen', caller: customer, action })
          await tellKept(db, { user, kept: await keepDelay(db, userId), caller: customer })
          await contradict(db, { user, caller: customer })
          await enqueue(db, 'hold-withdrawals', { userId })
        }
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },

    async unfreezeAccount(input, customer) {
      const { userId } = customer
      const by = await frozenBy(db, userId)
      if (by === 'operator') throw new Refused('account_frozen', { by })
      if (by === null) return await customerInfo(db, userId)
      const user = await userById(db, userId)
      await prove(world, { user, sessionId: customer.sessionId, input })
      const mailed = { email: user.email, purpose: 'unfreeze', code: input.code } as const
      const asked = { user, given: input.secondCode, caller: customer, mailed: [mailed] }
      const second = await proveTwice(world, asked)
      const info = await transaction(db, async db => {
        await lockCustomer(db, userId)
        await useCode(world, db, mailed)
        await useProof(db, second)
        if (await liftFreeze(db, { userId, by: 'customer' })) {
          await pauseWithdrawals(db, userId)
          await warn(db, { user, event: 'unfrozen', caller: customer, action })
        }
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },
  }
}

const action = '/pages/safeCenter/safeCenter?freeze=1'

/** Every secret there is. The code comes first: without the mailbox nobody gets to try the others. */
async function prove(
  world: World,
  {
    user,
    sessionId,
    input: { code, pin, password },
  }: { user: UserRow; sessionId: string; input: Input<typeof safety.unfreezeAccount> },
): Promise<void> {
  const missing = {
    ...(user.pin_hash !== null && pin === undefined && { pin: 'required' }),
    ...(user.password_hash !== null && password === undefined && { password: 'required' }),
  }
  if (Object.keys(missing).length > 0) throw new Refused('input_invalid', { fields: missing })
  await tryCode(world, { email: user.email, purpose: 'unfreeze', code })
  if (
    password !== undefined &&
    user.password_hash !== null &&
    !(await isSecret(password, user.password_hash, 'customers'))
  )
    throw new Refused('credentials_wrong')
  if (pin !== undefined && user.pin_hash !== null)
    await comparePin(world, { userId: user.id, sessionId, pin })
}
