import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { atLeastZero, least } from '../../least.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import { type CardKind, kindOf } from '../kinds.ts'
import { debtOf, lockStandIn } from '../money/stand-in.ts'
import type { CardTable } from '../tables.ts'
import type { Change } from './purchase-change.ts'
import { feesOf, totalOf } from './purchase-fees.ts'
import type { Thread } from './thread.ts'

/**
 * Why a word is not believed: it takes or gives too much at once, or with others; or its card would owe too much: what it
 * takes beyond what is on hold, with our fees on it, in USD minor units.
 */
export type Doubt = { because: 'too_much' | 'too_often' } | { because: 'owes'; takesMinor: bigint }

/**
 * What speaks against what one word of the issuer moves without anybody looking; null where nothing does. What was approved
 * is on hold and may be claimed, and what was paid may come back. Beyond that no word is believed that takes or gives more
 * than one purchase with its card may be at the most, since nothing larger was ever approved; and none that leaves the card
 * further below zero, or gives it more within a day, than it may spend in a day: then it is many words that are wrong. The
 * caller has locked the card.
 */
export async function doubtOf(db: Db, change: Change): Promise<Doubt | null> {
  const { card } = change
  const kind = kindOf(card)
  const [takesMinor, givenMinor] = [unapproved(change), unpaid(change)]
  if (takesMinor > kind.consumeMaxMinor || givenMinor > kind.consumeMaxMinor) return { because: 'too_much' }
  if (givenMinor > 0n && (await givesTooOften(db, change, kind))) return { because: 'too_often' }
  if (takesMinor > 0n && (await owedAfter(db, change)) > kind.dayMaxMinor)
    return { because: 'owes', takesMinor: takesMinor + feesOn(change) }
  return null
}

/** What a word takes that was neither on hold nor ever given; fees of ours are no word of the issuer's. */
function unapproved({ before, after }: Change): bigint {
  const claimedMinor = after.clearedMinor - before.clearedMinor - before.heldMinor
  const takenBackMinor = least(before.refundedMinor - after.refundedMinor, -after.refundedMinor)
  return atLeastZero(claimedMinor) + atLeastZero(takenBackMinor)
}

function feesOn(change: Change): bigint {
  const { before, after } = change
  return totalOf(feesOf(change, after.clearedMinor)) - totalOf(feesOf(change, before.clearedMinor))
}

/** What a purchase is given back beyond what was paid, where this word gives some of it. */
function unpaid({ before, after }: Change): bigint {
  return after.refundedMinor > before.refundedMinor ? excessOf(after) : 0n
}

function excessOf({ refundedMinor, clearedMinor }: Thread): bigint {
  return atLeastZero(refundedMinor - clearedMinor)
}

/** How far below zero a word leaves its card; what a lost one owed is owed by the card that stands in for it. */
async function owedAfter(db: Db, { card, before, after }: Change): Promise<bigint> {
  const { balanceMinor } = await balanceOf(db, card.account_id)
  const takenMinor = after.clearedMinor - before.clearedMinor + before.refundedMinor - after.refundedMinor
  return takenMinor - balanceMinor + (await debtOf(db, await lockStandIn(db, card)))
}

async function givesTooOften(
  db: Db,
  { card, threadId, after }: Change,
  { dayMaxMinor }: CardKind,
): Promise<boolean> {
  return (await givenElsewhere(db, { card, threadId })) + excessOf(after) > dayMaxMinor
}

/** What other purchases of a card that were heard of within a day were given back beyond what was paid. */
async function givenElsewhere(
  db: Db,
  { card, threadId }: { card: CardTable; threadId: string },
): Promise<bigint> {
  const { rows } = await sql<{ given: bigint }>`
    select coalesce(sum(refunded_minor - cleared_minor), 0)::bigint as given from purchases
    where card_id = ${card.id} and thread_id <> ${threadId} and refunded_minor > cleared_minor
      and updated_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.given ?? 0n
}
