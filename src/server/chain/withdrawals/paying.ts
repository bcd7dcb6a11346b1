import { inTurn } from '../../in-turn.ts'
import { watchHalts } from '../halts.ts'
import type { Paying } from './bookkeeping.ts'
import { broadcast, raisePrices } from './broadcasting.ts'
import { follow } from './following.ts'
import { signQueued } from './signing.ts'
import { followFailed } from './undone.ts'
import { useUpNonces } from './using-up.ts'

/**
 * One round of paying: looks what became of what was signed, signs what is due and can be paid, and hands the network what
 * is in no block. Any number may run at once, and each may die at any point. Rejects at the end when something went wrong;
 * what it went wrong with is left as it was. While all is stopped it only looks, and hands on what was signed before.
 */
export async function payOn(paying: Paying): Promise<void> {
  const watch = ({ db, treasury: { network } }: Paying) => watchHalts(db, network)
  await inTurn([watch, follow, followFailed, useUpNonces, signQueued, raisePrices, broadcast], step =>
    step(paying),
  )
}
