import { declineReason, declineRoute } from '../../contract/decline.ts'
import { format } from '../../contract/money.ts'
import { isOver } from '../cards/cards.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import { feesNow, totalOf } from '../cards/purchases/purchase-fees.ts'
import type { Moved } from '../cards/purchases/purchases.ts'
import type { Fact, Thread } from '../cards/purchases/thread.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { type Notice, tell } from '../messages/messages.ts'
import { announceDearer } from './price-rise.ts'
import { type Awaited, followAwaited } from './refund-books.ts'

/** A change as it was carried out and shown. */
type Announced = Moved & { purchase: PurchaseTable; billId: string | null }

/**
 * Tells what the customer should hear of a change: a purchase the moment it is approved, what was cleared otherwise than
 * that, what came back, and a no.
 */
export async function announcePurchase(db: Db, change: Change, announced: Announced): Promise<void> {
  const awaited = await followAwaited(db, change, announced.purchase)
  const news = newsOf(change, announced, awaited)
  if (news) await tell(db, { userId: change.card.user_id, kind: 'balance', ...news })
  await announceDebt(db, change, announced)
  await announceDearer(db, change, announced.purchase)
}

/** Tells that this took a card below zero, where it pays nothing until that is repaid; one that is over never does. */
async function announceDebt(db: Db, { card, before, after, fact }: Change, { fees }: Announced) {
  const takenMinor =
    after.clearedMinor - before.clearedMinor + before.refundedMinor - after.refundedMinor + totalOf(fees)
  if (takenMinor <= 0n || isOver(card)) return
  const { balanceMinor } = await balanceOf(db, card.account_id)
  if (balanceMinor >= 0n || balanceMinor + takenMinor < 0n) return
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: {
      status: 'negative',
      last4: card.last4,
      amount: format(-balanceMinor, 'USD'),
      currency: 'USD',
    },
    action: `/pages/cardDetail/cardDetail?id=${card.id}&open=repay`,
    eventKey: `card-negative:${fact.id}`,
  })
}

type News = Pick<Notice, 'noticeType' | 'params' | 'action' | 'eventKey'>

/** What is free on the card again; null where nothing is, or where it went to the wallet, which is told by itself. */
function releasedBy(
  { fact, before, after }: Change,
  { freed, params, action }: Pick<Moved, 'freed'> & { params: Record<string, string>; action: string },
): News | null {
  const freedMinor = before.heldMinor - after.heldMinor
  if (freedMinor <= 0n || freed) return null
  return {
    noticeType: 'refundArrival',
    params: { ...params, amount: format(freedMinor, 'USD'), to: 'released' },
    action,
    eventKey: `released:${fact.id}`,
  }
}

function newsOf(change: Change, announced: Announced, awaited: Awaited | null): News | null {
  const { fact, card, before, after } = change
  const { purchase, billId, transferId, freed } = announced
  const amount = 'amountMinor' in fact ? format(fact.amountMinor, 'USD') : '0'
  const params = { amount, currency: 'USD', merchant: purchase.merchant, last4: card.last4 }
  const action = billId ? `/pages/bill/bill?id=${billId}` : `/pages/bill2/bill2?cardId=${card.id}`
  switch (fact.kind) {
    case 'asked':
      if (after.heldMinor <= before.heldMinor) return null
      return {
        noticeType: 'consume',
        params: { ...params, ...approvalTold(change) },
        action,
        eventKey: `authorization:${fact.id}`,
      }
    case 'reversed':
    case 'expired':
      return releasedBy(change, { freed, params, action })
    case 'cleared':
      if (fact.amountMinor === 0n) return releasedBy(change, { freed, params, action })
      if (!transferId || isAsTold(fact, before)) return null
      return {
        noticeType: 'consume',
        params: { ...params, fee: feeOf(announced), ...claimTold(change) },
        action,
        eventKey: `clearing:${fact.id}`,
      }
    case 'refunded': {
      if (!transferId) return null
      const to = placeOf(announced.toWalletMinor, fact.amountMinor)
      if (awaited) return { action, ...awaitedTold(awaited, params, to), eventKey: `refund:${fact.id}` }
      return {
        noticeType: 'refundArrival',
        params: { ...params, to: fact.isDispute ? `dispute-${to}` : to },
        action: to === 'card' ? action : '/pages/bill/bill?type=refund',
        eventKey: `refund:${fact.id}`,
      }
    }
    case 'withdrawn':
      if (!transferId) return null
      return {
        noticeType: 'consume',
        params: { ...params, what: fact.isDispute ? 'disputeReversed' : 'refundWithdrawn' },
        action,
        eventKey: `refund-withdrawn:${fact.id}`,
      }
    case 'denied':
    case 'refused':
      if (fact.kind === 'denied' && before.state === 'declined') return null
      return {
        noticeType: 'declined',
        params: { ...params, reason: fact.reason, ...limitTold(change.limitMet) },
        action: declineRoute(declineReason(fact.reason), { cardId: card.id }),
        eventKey: `declined:${fact.id}`,
      }
    default:
      return null
  }
}

/**
 * True of a no that was told and changes nothing any more: we said it ourselves, too late, and the issuer tells it because
 * it heard nothing.
 */
export function isToldAgain({ fact, facts, before, after }: Change): boolean {
  const no = noOf(fact)
  if (no === null || !facts.some(known => noOf(known) === no)) return false
  const isSame = (what: 'askedMinor' | 'state' | 'reason') => after[what] === before[what]
  return isSame('askedMinor') && isSame('state') && isSame('reason')
}

/** Which question it is a no to, and why; null of everything else. */
function noOf(fact: Fact): string | null {
  if (fact.kind === 'refused') return `${fact.id} ${fact.reason}`
  return fact.kind === 'denied' && fact.askId ? `${fact.askId} ${fact.reason}` : null
}

/** A limit that was met, in USD; nothing when none was. */
export function limitTold(met: Change['limitMet']): Record<string, string> {
  if (!met) return {}
  const limit = format(met.limitMinor, 'USD')
  return met.usedMinor === null ? { limit } : { limit, used: format(met.usedMinor, 'USD') }
}

/**
 * A raise of what is on hold already is no purchase of its own. Of a purchase its fees are told, which it is charged with.
 */
function approvalTold(change: Change): Record<string, string> {
  const { fact, before, after } = change
  const isRaise = fact.kind === 'asked' && fact.isIncrement && before.heldMinor > 0n
  if (isRaise) return { what: 'increased', reserved: format(after.heldMinor, 'USD') }
  return { what: 'authorized', fee: format(feesNow(change), 'USD') }
}

/** All of what was approved and is still held, nothing cleared or released before: that was told when it was. */
function isAsTold({ amountMinor, isFinal }: Fact & { kind: 'cleared' }, before: Thread): boolean {
  return isFinal && amountMinor === before.heldMinor && amountMinor === before.askedMinor
}

/** Why it is told though a purchase was: the merchant takes another sum than was reserved, or had asked for none. */
function claimTold({ before, after }: Change): Record<string, string> {
  if (after.isForced) return { what: 'unannounced' }
  return before.heldMinor > 0n ? { what: 'claimed', reserved: format(before.heldMinor, 'USD') } : {}
}

function feeOf({ fees }: Moved): string {
  return format(totalOf(fees), 'USD')
}

/** A refund that was waited for: all of it is here, or how much is still out, or only its customer knows. */
function awaitedTold(awaited: Awaited, params: Record<string, string>, place: string) {
  const noticeType = 'refundArrival' as const
  if ('mayBeOf' in awaited) {
    const action = `/pages/bill/bill?refund=${awaited.mayBeOf}`
    return { noticeType, params: { ...params, place, to: 'awaited-maybe' }, action }
  }
  if (awaited.leftMinor === 0n) return { noticeType, params: { ...params, place, to: 'awaited' } }
  const left = format(awaited.leftMinor, 'USD')
  return { noticeType, params: { ...params, place, to: 'awaited-part', left } }
}

function placeOf(toWalletMinor: bigint, amountMinor: bigint): 'card' | 'wallet' | 'both' {
  if (toWalletMinor === 0n) return 'card'
  return toWalletMinor === amountMinor ? 'wallet' : 'both'
}
