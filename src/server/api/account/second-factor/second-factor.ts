import type { UserInfo } from '../../../../contract/account.ts'
import type * as secondFactor from '../../../../contract/second-factor.ts'
import { comparePin } from '../../../account/pin.ts'
import { authenticatorLink, secretName, secretText } from '../../../account/second-factor/authenticator.ts'
import {
  beginFactor,
  begunFactor,
  confirmFactor,
  dropFactor,
  factorShown,
} from '../../../account/second-factor/factor.ts'
import { compared } from '../../../account/second-factor/proof.ts'
import { makeRecoveryCodes } from '../../../account/second-factor/recovery.ts'
import { waitingRemoval } from '../../../account/second-factor/removal.ts'
import { endSessions } from '../../../account/session.ts'
import { keepsSecrets, userById } from '../../../account/users.ts'
import { pauseWithdrawals } from '../../../account/withdrawal-pause.ts'
import { type Db, transaction } from '../../../database/database.ts'
import { lockCustomer } from '../../../database/lock-customer.ts'
import { Refused } from '../../../http/refused.ts'
import type { Part } from '../../../mail/letters/layout.ts'
import type { World } from '../../../world.ts'
import type { Customer, Handlers } from '../../handler.ts'
import { tellKept, warn } from '../security-notice.ts'
import { customerInfo } from '../sign-in.ts'
import { contradict, factorPage, proveTwice, useProof } from './second-proof.ts'
import { undoing, wayBack } from './undo.ts'

type Some<Name extends keyof Handlers<typeof secondFactor>> = Pick<Handlers<typeof secondFactor>, Name>

/** The authenticator of a customer: set up, confirmed, its recovery codes, and its end. */
export function secondFactorApi(world: World): Handlers<typeof secondFactor> {
  return { ...beginning(world), ...afterwards(world), ...undoing(world) }
}

/** Begun with the PIN, it counts once a code has confirmed it. */
function beginning(world: World): Some<'beginSecondFactor' | 'confirmSecondFactor'> {
  return {
    async beginSecondFactor({ pin }, customer) {
      const { userId } = customer
      const user = await userById(world.db, userId)
      await comparePin(world, { ...customer, pin })
      const secret = await changed(world, customer, async db => {
        // A PIN that is changed at this moment may be changed because of this.
        if (!(await keepsSecrets(db, user))) throw new Refused('modify_failed', { reason: 'secrets_changed' })
        return await beginFactor(world, db, userId)
      })
      if (secret === null) throw new Refused('modify_failed', { reason: 'second_factor_on' })
      return {
        secret: secretText(secret),
        link: authenticatorLink(secret, user.email),
        setup: secretName(secret),
      }
    },

    async confirmSecondFactor({ code, setup }, customer) {
      const { userId, sessionId } = customer
      const factor = await begunFactor(world, userId)
      const isThis = factor !== null && (setup === undefined || setup === secretName(factor.secret))
      if (!isThis) throw await notBegun(world.db, userId)
      const proof = await compared(world, { factor, given: code, by: customer, isFirst: true })
      if (!('step' in proof)) throw await notBegun(world.db, userId)
      return await changed(world, customer, async db => {
        if (!(await confirmFactor(world, db, { factor, step: proof.step, sessionId })))
          throw await notBegun(db, userId)
        const recoveryCodes = await makeRecoveryCodes(world.secrets, db, userId)
        await settle(db, { customer, event: 'secondFactorOn', way: await wayBack(world, db, userId) })
        return { recoveryCodes, userInfo: await customerInfo(db, userId) }
      })
    },
  }
}

/** Nothing waits for this code: the authenticator counts already, as when an answer was lost, or was begun anew. */
async function notBegun(db: Db, userId: string): Promise<Refused> {
  const isOn = (await factorShown(db, userId)) !== null
  return new Refused('modify_failed', { reason: isOn ? 'second_factor_on' : 'second_factor_begin' })
}

function afterwards(world: World): Some<'dropSecondFactor' | 'renewRecoveryCodes' | 'keepSecondFactor'> {
  const { db } = world

  return {
    async dropSecondFactor({ code, pin }, customer) {
      const { userId } = customer
      await comparePin(world, { ...customer, pin })
      const user = await userById(db, userId)
      const second = await proveTwice(world, { user, given: code, caller: customer })
      if (second.proof === null) return await customerInfo(db, userId)
      return await changed(world, customer, async db => {
        await useProof(db, second)
        await dropFactor(db, userId)
        await settle(db, { customer, event: 'secondFactorOff' })
        return await customerInfo(db, userId)
      })
    },

    async renewRecoveryCodes({ code, pin }, customer) {
      const { userId } = customer
      await comparePin(world, { ...customer, pin })
      const user = await userById(db, userId)
      const second = await proveTwice(world, { user, given: code, caller: customer })
      if (second.proof === null) throw new Refused('modify_failed', { reason: 'second_factor_off' })
      return await changed(world, customer, async db => {
        await useProof(db, second)
        const recoveryCodes = await makeRecoveryCodes(world.secrets, db, userId)
        await warn(db, { user, event: 'recoveryCodesMade', caller: customer, action: factorPage })
        return { recoveryCodes, userInfo: await customerInfo(db, userId) }
      })
    },

    async keepSecondFactor(_input, customer) {
      return await changed(world, customer, async (db): Promise<UserInfo> => {
        const { userId } = customer
        await contradict(db, { user: await userById(db, userId), caller: customer })
        if (await waitingRemoval(db, userId)) throw new Refused('account_frozen', { by: 'operator' })
        return await customerInfo(db, userId)
      })
    },
  }
}

/** One change of a customer after another; what it has to tell goes out at once. */
async function changed<T>(world: World, { userId }: Customer, change: (db: Db) => Promise<T>): Promise<T> {
  const answer = await transaction(world.db, async db => {
    await lockCustomer(db, userId)
    return await change(db)
  })
  world.wake()
  return answer
}

/** What was signed in elsewhere has shown no code of this authenticator, or one that is gone: it is over. Withdrawals pause. */
async function settle(
  db: Db,
  {
    customer,
    event,
    way,
  }: { customer: Customer; event: 'secondFactorOn' | 'secondFactorOff'; way?: readonly Part[] },
): Promise<void> {
  const { userId, sessionId } = customer
  const user = await userById(db, userId)
  await endSessions(db, { userId, exceptId: sessionId })
  const kept = await pauseWithdrawals(db, user.id)
  await warn(db, { user, event, caller: customer, action: factorPage, ...(way && { way }) })
  await tellKept(db, { user, kept, caller: customer })
}
