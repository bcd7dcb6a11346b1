import type { Db } from '../../database/database.ts'
import type { CardTable } from '../tables.ts'

/** The most merchants that one card can refuse, and the most that can be the only ones. */
export const stoppedMax = 100

type Ruled = Pick<CardTable, 'stopped_merchants' | 'only_merchants'>

/**
 * What a merchant is known by: its name without the numbers it adds to a payment (an order, a telephone, a branch), which
 * are words with four digits or more. A name of nothing else is known by all of it. What is not seen is no part of a name: one
 * that is stopped comes in under no other that looks the same to its reader for that.
 */
export function merchantKey(name: string): string {
  const words = name.normalize('NFKC').replace(unseen, '').toLowerCase().split(/\s+/).filter(Boolean)
  const own = words.filter(word => (word.match(/\d/g)?.length ?? 0) < 4)
  return (own.length > 0 ? own : words).join(' ')
}

/** Of no width, or controls that part no words. */
const unseen = /\p{Default_Ignorable_Code_Point}|[^\P{Cc}\s]/gu

/** Whether the owner of a card refuses what this merchant charges. */
export function isStoppedMerchant(
  { stopped_merchants }: Pick<Ruled, 'stopped_merchants'>,
  name: string,
): boolean {
  return stopped_merchants !== null && isAmong(stopped_merchants, name)
}

/** Whether this merchant is none of the only ones that may charge a card; one without a name is none. */
export function isUnlistedMerchant({ only_merchants }: Pick<Ruled, 'only_merchants'>, name: string): boolean {
  return only_merchants !== null && !isAmong(only_merchants, name)
}

/** Whether a charge of this merchant is declined, for the one reason or the other. */
export function isRefusedMerchant(card: Ruled, name: string): boolean {
  return isStoppedMerchant(card, name) || isUnlistedMerchant(card, name)
}

function isAmong(names: readonly string[], name: string): boolean {
  const key = merchantKey(name)
  return key !== '' && names.some(each => merchantKey(each) === key)
}

/** Whose charges a card refuses, and who are the only ones that may charge it; null for everybody. */
export interface Merchants {
  stopped: string[]
  only: string[] | null
}

/**
 * Those of a card once one merchant is stopped or let through again. Where only some may charge it, that one is one of
 * them.
 */
export function merchantsAfter(
  { stopped_merchants, only_merchants }: Ruled,
  { merchant, isStopped }: { merchant: string; isStopped: boolean },
): Merchants {
  const key = merchantKey(merchant)
  const without = (names: string[]) => names.filter(name => merchantKey(name) !== key)
  const stopped = without(stopped_merchants ?? [])
  if (!only_merchants) return { stopped: isStopped ? [...stopped, merchant] : stopped, only: null }
  const only = without(only_merchants)
  return { stopped, only: isStopped ? only : [...only, merchant] }
}

/** Writes who may charge a card. The caller has locked it. */
export async function setMerchants(db: Db, cardId: string, { stopped, only }: Merchants): Promise<void> {
  await db
    .updateTable('cards')
    .set({ stopped_merchants: stopped.length > 0 ? stopped : null, only_merchants: only })
    .where('id', '=', cardId)
    .execute()
}
