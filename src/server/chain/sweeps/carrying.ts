import { inTurn } from '../../in-turn.ts'
import { broadcastSweeps } from './broadcasting.ts'
import { followSweeps } from './following.ts'
import { raiseSweeps } from './raising.ts'
import type { Sweeping } from './sweeping.ts'

/**
 * Carries on what is signed: looks what became of it, signs it dearer where it lies, hands the network what is in no block.
 * Any number may run at once, and each may die at any point. Signs nothing new; while all is stopped it only looks, and hands
 * on what was signed before.
 */
export async function carryOn(sweeping: Sweeping): Promise<void> {
  await inTurn([followSweeps, raiseSweeps, broadcastSweeps], step => step(sweeping))
}
