import { type CardWorld, startCardWorld } from '../api/cardholder.ts'
import { deskOn } from './desk.ts'

export let tested: CardWorld
/** Operators at the command line, each by their name. */
export let at: Awaited<ReturnType<typeof deskOn>>

/** Opens a world with cards and the operators' desk on it: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
  at = await deskOn(tested.world.db)
}
