import type { Db } from '../database/database.ts'
import { waitingDeletion } from './deletions.ts'
import { frozenBy } from './freezes.ts'

/** True while a customer's money stands still: it is frozen, or the account waits for its deletion. */
export async function standsStill(db: Db, userId: string): Promise<boolean> {
  return (await frozenBy(db, userId)) !== null || (await waitingDeletion(db, userId)) !== undefined
}
