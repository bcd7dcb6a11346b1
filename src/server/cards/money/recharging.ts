import { sql } from 'kysely'
import { feeOf, format, parse } from '../../../contract/money.ts'
import { type Db, prepared } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { balanceOf, type Transfer } from '../../ledger/ledger.ts'
import { type CardKind, kindOf } from '../kinds.ts'
import { bridgeEntries, feeEntries, sameInUsdt } from './bridge.ts'
import type { CardMoney, MovedCard } from './card-money.ts'

/** What a customer's first recharge leaves in the wallet, to pay for transfers (decision D8); USDT minor units. */
export const firstKeepMinor = 10_000_000n

/** The asked amount in USD minor units; refused when it has more digits than a card or is outside the kind's range. */
export function rechargeMinor(kind: CardKind, amount: string): bigint {
  const minor = parse(amount, 'USD')
  if (minor === null || minor < kind.rechargeMinMinor || minor > kind.rechargeMaxMinor) {
    throw new Refused('amount_out_of_range', {
      min: format(kind.rechargeMinMinor, 'USD'),
      max: format(kind.rechargeMaxMinor, 'USD'),
    })
  }
  return minor
}

/** What a recharge costs on top, in USDT minor units. */
export function rechargeFee(kind: CardKind, usdMinor: bigint): bigint {
  return feeOf({ amountMinor: sameInUsdt(usdMinor), feeBps: kind.rechargeFeeBps })
}

/** Says what is missing instead of only that something is. */
export async function refuseOverdraft(
  db: Db,
  { accountId, neededMinor }: { accountId: string; neededMinor: bigint },
): Promise<never> {
  throw shortBy({ ...(await balanceOf(db, accountId)), neededMinor })
}

/** A recharge as decided: its amount in USD, its fee in USDT minor units, and the transfers of both. */
export interface RechargePlan {
  rechargeId: string
  card: MovedCard
  usdMinor: bigint
  feeMinor: bigint
  cardAvailableMinor: bigint
  walletAvailableMinor: bigint
  /** The customer's first. */
  isFirst: boolean
  transfers: Transfer[]
}

/**
 * Plans a recharge and its fee, from the wallet to the card, both or neither; what the card owes is repaid first by
 * itself. Refused outside of the kind's range, beyond the wallet's means, and when the first one leaves too little.
 */
export function planRecharge(money: CardMoney & { hasRecharged: boolean }, amount: string): RechargePlan {
  const { card, walletAccountId, onCard, inWallet, house } = money
  const kind = kindOf(card)
  const usdMinor = rechargeMinor(kind, amount)
  const feeMinor = rechargeFee(kind, usdMinor)
  const neededMinor = sameInUsdt(usdMinor) + feeMinor
  refuseShort(money, { kind, neededMinor })
  const rechargeId = newId()
  const entries = bridgeEntries(house, { walletAccountId, cardAccountId: card.account_id, usdMinor })
  const fee = {
    idempotencyKey: `recharge-fee:${rechargeId}`,
    reason: 'recharge-fee',
    entries: feeEntries(house, { walletAccountId, feeMinor }),
  }
  return {
    rechargeId,
    card,
    usdMinor,
    feeMinor,
    cardAvailableMinor: onCard.availableMinor + usdMinor,
    walletAvailableMinor: inWallet.availableMinor - neededMinor,
    isFirst: !money.hasRecharged,
    transfers: [
      { idempotencyKey: `recharge:${rechargeId}`, reason: 'recharge', entries },
      ...(feeMinor > 0n ? [fee] : []),
    ],
  }
}

/** Remembers recharges whose transfers are posted, the amount's first. By the database's clock: they count for limits. */
export async function keepRecharges(
  db: Db,
  recharges: readonly (RechargePlan & { transferIds: string[]; autoCause?: string })[],
): Promise<void> {
  const of = <Value>(read: (recharge: (typeof recharges)[number]) => Value) => recharges.map(read)
  await sql`${prepared}
    insert into recharges (id, user_id, card_id, amount_minor, fee_minor, transfer_id, auto_cause, created_at)
    select u.*, now() from unnest(
      ${of(({ rechargeId }) => rechargeId)}::uuid[], ${of(({ card }) => card.user_id)}::uuid[],
      ${of(({ card }) => card.id)}::uuid[], ${of(({ usdMinor }) => usdMinor)}::bigint[],
      ${of(({ feeMinor }) => feeMinor)}::bigint[], ${of(({ transferIds }) => transferIds[0] ?? '')}::uuid[],
      ${of(({ autoCause }) => autoCause ?? null)}::text[]
    ) as u`.execute(db)
}

/** A customer's first recharge leaves something in the wallet: less may be moved, or, of too little, nothing. */
function refuseShort(
  { inWallet: { availableMinor }, hasRecharged }: CardMoney & { hasRecharged: boolean },
  { kind, neededMinor }: { kind: CardKind; neededMinor: bigint },
) {
  const keepMinor = hasRecharged ? 0n : firstKeepMinor
  if (availableMinor >= neededMinor + keepMinor) return
  const { rechargeMinMinor } = kind
  if (availableMinor < neededMinor) throw shortBy({ availableMinor, neededMinor, keepMinor })
  const maxMinor = largestWithin(kind, availableMinor - keepMinor)
  if (maxMinor < rechargeMinMinor) {
    const leastMinor = sameInUsdt(rechargeMinMinor) + rechargeFee(kind, rechargeMinMinor)
    throw shortBy({ availableMinor, neededMinor: leastMinor, keepMinor })
  }
  throw new Refused('amount_out_of_range', {
    min: format(rechargeMinMinor, 'USD'),
    max: format(maxMinor, 'USD'),
    keep: format(keepMinor, 'USDT'),
  })
}

/** What is missing for something, and for what is to stay beside it. */
function shortBy({
  availableMinor,
  neededMinor,
  keepMinor = 0n,
}: {
  availableMinor: bigint
  neededMinor: bigint
  keepMinor?: bigint
}): Refused {
  const missing = format(neededMinor + keepMinor - availableMinor, 'USDT')
  const stays = keepMinor > 0n && { keep: format(keepMinor, 'USDT') }
  return new Refused('balance_insufficient', { missing, ...stays })
}

/** The largest recharge, in USD minor units, that this much of the wallet pays for, fee included. */
function largestWithin(kind: CardKind, usdtMinor: bigint): bigint {
  const perCent = sameInUsdt(1n)
  const guess =
    usdtMinor > 0n ? (usdtMinor * 10_000n) / (10_000n + BigInt(kind.rechargeFeeBps)) / perCent : 0n
  const capped = guess > kind.rechargeMaxMinor ? kind.rechargeMaxMinor : guess
  return sameInUsdt(capped) + rechargeFee(kind, capped) > usdtMinor ? capped - 1n : capped
}

/** True while a customer has recharged no card from the wallet. What goes on a card at its opening does not count. */
export async function isFirstRecharge(db: Db, userId: string): Promise<boolean> {
  return !(await haveRecharged(db, [userId])).has(userId)
}

/** Those of these customers who have recharged a card. */
export async function haveRecharged(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from unnest(${userIds}::uuid[]) as u (user_id)
    where exists (select from recharges r where r.user_id = u.user_id)`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}
