import { isPass } from '../../../contract/pass.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { comparePin, usablePin } from '../pin.ts'
import { usePass } from './passes.ts'
import { paysUnder } from './passkeys.ts'

/** The fund PIN or a pass, given in a session, for one thing that `use` names. */
export interface Given {
  userId: string
  sessionId: string
  pin: string
  use: string
}

/**
 * As `comparePin`; a pass in its place is used up. It does no more than the PIN would: none while that is locked or unset,
 * and it ends no count of wrong ones. One that is over, used for something else or of another session is refused
 * (`pin_pass_over`), and costs no try: nobody guesses 256 bits.
 */
export async function comparePinOrPass(world: World, { use, ...given }: Given): Promise<void> {
  if (!isPass(given.pin)) return await comparePin(world, given)
  const { userId, sessionId, pin: pass } = given
  const under = paysUnder(await usablePin(world.db, { userId, sessionId })) as string
  if (!(await usePass(world.db, { userId, sessionId, pass, paysUnder: under, use })))
    throw new Refused('pin_pass_over')
}
