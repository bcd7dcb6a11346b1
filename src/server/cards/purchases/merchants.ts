import type { Db } from '../../database/database.ts'
import type { CardTable } from '../tables.ts'

/** The most merchants that one card can refuse. */
export const stoppedMax = 100

type Stopping = Pick<CardTable, 'stopped_merchants'>

/**
 * What a merchant is known by: its name without the numbers it adds to a payment (an order, a telephone, a branch), which
 * are words with four digits or more. A name of nothing else is known by all of it.
 */
export function merchantKey(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  const own = words.filter(word => (word.match(/\d/g)?.length ?? 0) < 4)
  return (own.length > 0 ? own : words).join(' ')
}

/** Whether the owner of a card refuses what this merchant charges. */
export function isStoppedMerchant({ stopped_merchants }: Stopping, name: string): boolean {
  if (!stopped_merchants) return false
  const key = merchantKey(name)
  return key !== '' && stopped_merchants.some(stopped => merchantKey(stopped) === key)
}

/** The merchants of a card that are refused, once one of them is stopped or let through again. */
export function stoppedAfter(
  { stopped_merchants }: Stopping,
  { merchant, isStopped }: { merchant: string; isStopped: boolean },
): string[] {
  const key = merchantKey(merchant)
  const others = (stopped_merchants ?? []).filter(stopped => merchantKey(stopped) !== key)
  return isStopped ? [...others, merchant] : others
}

/** Writes whose charges a card refuses. The caller has locked it. */
export async function setStopped(db: Db, cardId: string, stopped: string[]): Promise<void> {
  await db
    .updateTable('cards')
    .set({ stopped_merchants: stopped.length > 0 ? stopped : null })
    .where('id', '=', cardId)
    .execute()
}
