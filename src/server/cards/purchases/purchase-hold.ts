import type { Db } from '../../database/database.ts'
import { expire, hold, holdOf, increaseHold, release } from '../../ledger/ledger.ts'
import type { PurchaseTable } from '../tables.ts'
import { claimedBy } from './claim-time.ts'
import type { Change } from './purchase-change.ts'
import { feesOf, totalOf } from './purchase-fees.ts'
import type { Thread } from './thread.ts'

/** What must be reserved beyond what already is, fees included; negative when some of it is to be given back. */
export async function neededMinor(db: Db, change: Change): Promise<bigint> {
  return targetOf(change, change.after) - (await remainingMinor(db, change.purchase))
}

/** The hold of a purchase, grown or shrunk to what is owed now. Only an approval makes it grow. */
export async function resizeHold(db: Db, change: Change): Promise<string | null> {
  const { purchase, card, fact, sale } = change
  const holdId = purchase?.hold_id ?? null
  const differenceMinor = await neededMinor(db, change)
  if (differenceMinor < 0n && holdId) await shrinkHold(db, change, { holdId, amountMinor: -differenceMinor })
  if (differenceMinor <= 0n || fact.kind !== 'asked') return holdId
  const request = { amountMinor: differenceMinor, idempotencyKey: `authorization:${fact.id}` }
  if (holdId && (await holdOf(db, holdId)).state === 'open') {
    return (await increaseHold(db, { ...request, holdId })).holdId
  }
  const expiresAt = claimedBy({ mcc: sale.mcc, at: fact.at })
  return (await hold(db, { ...request, accountId: card.account_id, reason: 'authorization', expiresAt }))
    .holdId
}

/** Gives back so much of a hold; of one whose claim did not come at all the books say so. */
async function shrinkHold(
  db: Db,
  change: Change,
  { holdId, amountMinor }: { holdId: string; amountMinor: bigint },
): Promise<void> {
  const { fact, after } = change
  if (fact.kind === 'expired' && targetOf(change, after) === 0n) return void (await expire(db, { holdId }))
  await release(db, { holdId, amountMinor, idempotencyKey: `release:${fact.kind}:${fact.id}` })
}

/** What is on hold for a purchase now, in USD minor units. */
export async function remainingMinor(db: Db, purchase: PurchaseTable | null): Promise<bigint> {
  return purchase?.hold_id ? (await holdOf(db, purchase.hold_id)).remainingMinor : 0n
}

/**
 * What should be on hold: what is still reserved for the merchant, and its fees. They are rounded up, so that clearing it
 * never adds more than that; what was cleared before does not matter, in whatever order it was heard of.
 */
export function targetOf({ card, sale }: Change, { heldMinor }: Thread): bigint {
  return heldMinor + totalOf(feesOf({ card, sale }, heldMinor))
}
