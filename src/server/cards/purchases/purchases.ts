import type { Db } from '../../database/database.ts'
import { atLeastZero, least } from '../../least.ts'
import { isClosed } from '../../ledger/closing.ts'
import { balanceOf, capture, houseAccount, openAccount, post } from '../../ledger/ledger.ts'
import { isEmptied } from '../cards.ts'
import type { PurchaseFee } from '../kinds.ts'
import { sameInUsdt } from '../money/bridge.ts'
import { type Emptied, emptyCard } from '../money/emptying.ts'
import { debtOf, type Evened, evenOut, lockStandIn } from '../money/stand-in.ts'
import type { CardTable, PurchaseTable } from '../tables.ts'
import { factsOf } from './facts.ts'
import type { Change, Sale } from './purchase-change.ts'
import { feesNow, feesOf } from './purchase-fees.ts'
import { remainingMinor, resizeHold, targetOf } from './purchase-hold.ts'
import { writeCounted, writePurchase } from './purchase-rows.ts'
import { type Fact, threadOf } from './thread.ts'

/** What moved with a change. */
export interface Moved {
  purchase: PurchaseTable | null
  transferId: string | null
  /** Fees charged now, with their transfers; those of nothing are left out. */
  fees: (PurchaseFee & { transferId: string })[]
  /** What of a refund went to the wallet, since the card is closed; USD minor units. */
  toWalletMinor: bigint
  /** What a lost card owed, or repaid, to the one that stands in for it; null when it did neither. */
  evened: Evened | null
  /** What a closed card no longer needs, gone to the wallet; null when nothing went. */
  freed: Emptied | null
  /** True when its owner is gone and so is their account: the house's account `suspense` stands in for it. */
  isSuspended: boolean
}

/** Thrown when a purchase is told of another card than before. */
export class OtherCard extends Error {}

/** The names in the books of what facts move; each is told apart by its fact's. */
export const movesAs: Partial<Record<Fact['kind'], string>> = {
  cleared: 'clearing',
  refunded: 'refund',
  withdrawn: 'refund-withdrawal',
}

/** Reads a purchase and what one more fact makes of it. The caller has locked the card. */
export async function changeOf(
  db: Db,
  { card, threadId, fact, sale }: { card: CardTable; threadId: string; fact: Fact; sale: Sale },
): Promise<Change> {
  const purchase = await db
    .selectFrom('purchases')
    .selectAll()
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  if (purchase && purchase.card_id !== card.id) throw new OtherCard(`thread ${threadId} is another card's`)
  const facts = (await factsOf(db, [threadId])).get(threadId) ?? []
  return {
    card,
    threadId,
    fact,
    facts,
    before: threadOf(facts),
    after: threadOf([...facts, fact]),
    purchase: purchase ?? null,
    // Only a question tells how it was paid, and it may be heard of after the rest.
    sale: purchase ? { ...purchase, channel: purchase.channel || sale.channel } : sale,
  }
}

/** The same change had the fact been this one. */
export function changeInstead(change: Change, fact: Fact): Change {
  return { ...change, fact, after: threadOf([...change.facts, fact]) }
}

/**
 * Carries the money of a purchase to where the change says: clearings and their fees are taken from the hold first and
 * then from the card, below zero if need be, for they have already happened; the hold shrinks or grows to what is still
 * owed. Then the row follows. What a lost card owes goes to the one that stands in for it, and what a card that is over no
 * longer needs to the wallet.
 */
export async function carryOut(db: Db, change: Change): Promise<Moved> {
  const { before, after, fact } = change
  const isSuspended = await isClosed(db, change.card.account_id)
  const standIn = isSuspended ? undefined : await lockStandIn(db, change.card)
  const moved: Moved = {
    purchase: null,
    transferId: null,
    fees: [],
    toWalletMinor: 0n,
    evened: null,
    freed: null,
    isSuspended,
  }
  if (after.clearedMinor > before.clearedMinor) Object.assign(moved, await chargeClearing(db, change))
  if (after.refundedMinor > before.refundedMinor) Object.assign(moved, await giveBack(db, change, standIn))
  if (after.refundedMinor < before.refundedMinor) {
    const amountMinor = before.refundedMinor - after.refundedMinor
    moved.transferId = await charge(db, change, {
      amountMinor,
      reason: 'refund-withdrawal',
      key: `${movesAs.withdrawn}:${fact.id}`,
      to: 'issuer',
    })
  }
  const holdId = await resizeHold(db, change)
  moved.purchase = after.isShown
    ? await writePurchase(db, { ...change, holdId, feeMinor: feesNow(change) })
    : null
  await writeCounted(db, change)
  moved.evened = await evenOut(db, { card: change.card, standIn })
  if (isEmptied(change.card) && !isSuspended) moved.freed = await emptyCard(db, change.card)
  return moved
}

async function chargeClearing(db: Db, change: Change): Promise<Pick<Moved, 'transferId' | 'fees'>> {
  const { before, after, fact } = change
  const transferId = await charge(db, change, {
    amountMinor: after.clearedMinor - before.clearedMinor,
    reason: 'clearing',
    key: `${movesAs.cleared}:${fact.id}`,
    to: 'issuer',
  })
  const paid = feesOf(change, before.clearedMinor)
  const fees: Moved['fees'] = []
  for (const [place, { fee, amountMinor }] of feesOf(change, after.clearedMinor).entries()) {
    const dueMinor = amountMinor - (paid[place]?.amountMinor ?? 0n)
    if (dueMinor === 0n) continue
    const transferId = await charge(db, change, {
      amountMinor: dueMinor,
      reason: fee === 'consumeFee' ? 'consumption-fee' : 'cross-border-fee',
      key: `${fee}:${fact.id}`,
      to: 'fees',
    })
    fees.push({ fee, amountMinor: dueMinor, transferId })
  }
  return { transferId, fees }
}

/** Takes from the hold what it no longer has to keep, and the rest from the card. Returns the first transfer. */
async function charge(
  db: Db,
  change: Change,
  {
    amountMinor,
    reason,
    key,
    to,
  }: { amountMinor: bigint; reason: string; key: string; to: 'issuer' | 'fees' },
): Promise<string> {
  const { card, purchase, after } = change
  const houseId = await houseAccount(db, { code: to, currency: 'USD' })
  const payerId = await accountOf(db, card)
  const transferOf = (amountMinor: bigint) => ({
    reason,
    forced: true,
    entries: [
      { accountId: payerId, amountMinor: -amountMinor },
      { accountId: houseId, amountMinor },
    ],
  })
  const freeMinor = (await remainingMinor(db, purchase)) - targetOf(change, after)
  const heldMinor = atLeastZero(least(freeMinor, amountMinor))
  const holdId = purchase?.hold_id
  if (!holdId || heldMinor === 0n) {
    return (await post(db, { ...transferOf(amountMinor), idempotencyKey: key })).transferId
  }
  const held = { ...transferOf(heldMinor), idempotencyKey: key, holdId, final: false }
  const { transferId } = await capture(db, held)
  if (heldMinor < amountMinor) {
    await post(db, { ...transferOf(amountMinor - heldMinor), idempotencyKey: `beyond-hold:${key}` })
  }
  return transferId
}

/**
 * A refund goes to its card; of a card that is over only what it, or what stands in for it, owes or has promised, the rest
 * goes to the wallet (D12).
 */
async function giveBack(
  db: Db,
  change: Change,
  standIn: CardTable | undefined,
): Promise<Pick<Moved, 'transferId' | 'toWalletMinor'>> {
  const { card, fact, before, after } = change
  const amountMinor = after.refundedMinor - before.refundedMinor
  const receiverId = await accountOf(db, card)
  const isTheirs = receiverId === card.account_id
  const owedMinor =
    isTheirs && isEmptied(card) ? (await owedBy(db, card)) + (await debtOf(db, standIn)) : amountMinor
  const toCardMinor = least(owedMinor, amountMinor)
  const toWalletMinor = amountMinor - toCardMinor
  const house = (code: string, currency: 'USD' | 'USDT') => houseAccount(db, { code, currency })
  const toCard = [{ accountId: receiverId, amountMinor: toCardMinor }]
  const toWallet =
    toWalletMinor > 0n
      ? [
          { accountId: await house('conversion', 'USD'), amountMinor: toWalletMinor },
          { accountId: await house('conversion', 'USDT'), amountMinor: -sameInUsdt(toWalletMinor) },
          {
            accountId: await openAccount(db, { kind: 'wallet', ownerId: card.user_id, currency: 'USDT' }),
            amountMinor: sameInUsdt(toWalletMinor),
          },
        ]
      : []
  const { transferId } = await post(db, {
    idempotencyKey: `${movesAs.refunded}:${fact.id}`,
    reason: 'refund',
    entries: [
      { accountId: await house('issuer', 'USD'), amountMinor: -amountMinor },
      ...(toCardMinor > 0n ? toCard : []),
      ...toWallet,
    ],
  })
  return { transferId, toWalletMinor }
}

/** The card's account, or the house's `suspense` when it was closed with everything else of its owner. */
async function accountOf(db: Db, { account_id }: CardTable): Promise<string> {
  return (await isClosed(db, account_id))
    ? await houseAccount(db, { code: 'suspense', currency: 'USD' })
    : account_id
}

/** What the card is short of: below zero, or with more on hold than it holds. */
async function owedBy(db: Db, card: CardTable): Promise<bigint> {
  const { availableMinor } = await balanceOf(db, card.account_id)
  return availableMinor < 0n ? -availableMinor : 0n
}
