import { inTurn } from '../../in-turn.ts'
import { beginSweeps } from './beginning.ts'
import { broadcastSweeps } from './broadcasting.ts'
import { followSweeps } from './following.ts'
import { raiseSweeps } from './raising.ts'
import type { Sweeping } from './sweeping.ts'

/**
 * Carries on what is signed: looks what became of it, signs it dearer where it lies, hands the network what is in no block.
 * Any number may run at once, and each may die at any point. Nothing new is signed but what gas was given for that has
 * come; while all is stopped it only looks, and hands on what was signed before.
 */
export async function carryOn(sweeping: Sweeping): Promise<void> {
  const awaited = await gasOnItsWay(sweeping)
  await inTurn([followSweeps, raiseSweeps, broadcastSweeps], step => step(sweeping))
  if (awaited === 0 || (await gasOnItsWay(sweeping)) >= awaited) return
  // By the next round a sweep may cost more than that.
  await beginSweeps(sweeping)
  await broadcastSweeps(sweeping)
}

async function gasOnItsWay({ db, treasury: { network } }: Sweeping): Promise<number> {
  const rows = await db
    .selectFrom('sweeps')
    .select('id')
    .where('network', '=', network)
    .where('status', '=', 'sent')
    .where('kind', '=', 'gas')
    .execute()
  return rows.length
}
