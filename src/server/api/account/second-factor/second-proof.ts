import { type GivenCode, giveCodeTriesBack } from '../../../account/codes.ts'
import { deviceHashOf } from '../../../account/devices.ts'
import { isHeldByUs } from '../../../account/freezes.ts'
import { factorShown, isTrusted, trustDevice } from '../../../account/second-factor/factor.ts'
import { type FactorProof, tryFactor, useFactor } from '../../../account/second-factor/proof.ts'
import { recoveryLeft } from '../../../account/second-factor/recovery.ts'
import { endRemoval } from '../../../account/second-factor/removal.ts'
import { logSignIn } from '../../../account/sign-ins.ts'
import type { UserRow } from '../../../account/tables.ts'
import { type Db, transaction } from '../../../database/database.ts'
import { Refused } from '../../../http/refused.ts'
import type { World } from '../../../world.ts'
import type { Caller, Customer } from '../../handler.ts'
import { warn } from '../security-notice.ts'

/** Whose second factor is asked for, what was given, and where. */
export interface Asked {
  user: UserRow
  given: string | undefined
  caller: Caller | Customer
  deviceKey?: string | undefined
  /** The codes from letters that were right before. */
  mailed?: readonly GivenCode[]
}

/** What `proveTwice` has found right; null where the customer has no second factor, or needed none here. */
export interface SecondProof {
  user: UserRow
  caller: Caller
  proof: FactorProof | null
  /** The device of a sign-in, where a code is asked for no more for a while. */
  deviceHash: string | null
}

/**
 * Compares the second factor of a customer who has one, and refuses as `tryFactor` does. Whoever calls it has compared
 * another secret first. A wrong code takes no try of a mailed one. After the last wrong code from one place the customer is
 * told: somebody knows that other secret.
 */
export async function proveTwice(
  world: World,
  { user, given, caller, deviceKey, mailed = [] }: Asked,
): Promise<SecondProof> {
  const sessionId = 'sessionId' in caller ? caller.sessionId : undefined
  try {
    const by = { ip: caller.ip, deviceKey, sessionId }
    const proof = await tryFactor(world, { userId: user.id, given, by })
    return { user, caller, proof, deviceHash: null }
  } catch (error) {
    if (isWrong(error)) await giveCodeTriesBack(world, mailed)
    if (isWrong(error) && error.details?.triesLeft === 0) await tellTried(world, { user, caller })
    throw error
  }
}

/** As `proveTwice`, of somebody who signs in: none is needed where a code was given within 30 days; a wrong one is logged. */
export async function proveTwiceAtSignIn(world: World, asked: Asked): Promise<SecondProof> {
  const { user, caller, deviceKey } = asked
  const { id: userId } = user
  const deviceHash = deviceHashOf(world, { userId, deviceKey })
  if (await isTrusted(world.db, { userId, deviceHash })) return { user, caller, proof: null, deviceHash }
  try {
    return { ...(await proveTwice(world, asked)), deviceHash }
  } catch (error) {
    const { device, ip } = caller
    if (isWrong(error))
      await logSignIn(world.db, { userId, method: 'password', device, ip, isSuccess: false })
    throw error
  }
}

/**
 * Uses the proof up, in the transaction of what it allows and after the row of the customer is locked or written there; refuses
 * (`second_factor_required`) where none was needed and one is by now. Tells
 * them of a recovery code that is gone, and ends what would take the second factor away: it is not lost.
 */
export async function useProof(db: Db, { user, caller, proof, deviceHash }: SecondProof): Promise<void> {
  const { id: userId } = user
  if (proof === null) return await refuseSince(db, { userId, deviceHash })
  await useFactor(db, { userId, proof })
  await trustDevice(db, { userId, deviceHash })
  if ('recovery' in proof) {
    const params = { left: `${await recoveryLeft(db, userId)}` }
    await warn(db, { user, event: 'recoveryCodeUsed', caller, params, action: factorPage })
  }
  await contradict(db, { user, caller })
}

/** It was turned on while the other secret was compared: nobody gets past it who began before. */
async function refuseSince(
  db: Db,
  { userId, deviceHash }: { userId: string; deviceHash: string | null },
): Promise<void> {
  if ((await factorShown(db, userId)) === null || (await isTrusted(db, { userId, deviceHash }))) return
  throw new Refused('second_factor_required')
}

/**
 * As `keepFactor`, for whoever is signed in or has given a code: not while operators hold the account frozen. Then they have
 * been told that a thief has it, whose authenticator it may be; false, and only they call the removal off.
 */
export async function contradict(db: Db, by: Pick<SecondProof, 'user' | 'caller'>): Promise<boolean> {
  return !(await isHeldByUs(db, by.user.id)) && (await keepFactor(db, by))
}

/** Ends a removal of the second factor that waits, and tells its customer; nothing where none does. */
export async function keepFactor(
  db: Db,
  { user, caller }: Pick<SecondProof, 'user' | 'caller'>,
): Promise<boolean> {
  const isKept = await endRemoval(db, { userId: user.id, state: 'undone' })
  if (isKept) await warn(db, { user, event: 'secondFactorKept', caller, action: factorPage })
  return isKept
}

/** Where the app shows the second factor. */
export const factorPage = '/pages/safeCenter/safeCenter?second=1'

function isWrong(error: unknown): error is Refused {
  return error instanceof Refused && error.key === 'second_factor_incorrect'
}

async function tellTried(world: World, { user, caller }: Pick<Asked, 'user' | 'caller'>): Promise<void> {
  await transaction(world.db, db => warn(db, { user, event: 'secondFactorTried', caller }))
  world.wake()
}
