import { feeOf, format, parse } from '../../contract/money.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { balanceOf, Overdrawn, postAll } from '../ledger/ledger.ts'
import { Refused } from '../refused.ts'
import { bridge, sameInUsdt, walletFee } from './bridge.ts'
import type { CardTable } from './tables.ts'
import { type CardKind, kindOf } from './types.ts'

/** What the first recharge of an account leaves in the wallet, to pay for transfers (decision D8); USDT minor units. */
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
  { accountId, neededMinor, keep }: { accountId: string; neededMinor: bigint; keep?: string },
): Promise<never> {
  const { availableMinor } = await balanceOf(db, accountId)
  throw new Refused('balance_insufficient', {
    missing: format(neededMinor - availableMinor, 'USDT'),
    ...(keep && { keep }),
  })
}

/**
 * Moves a recharge and its fee from the wallet to the card, both or neither; what the card owes is repaid first by
 * itself. The caller has locked the card.
 */
export async function recharge(
  db: Db,
  { card, walletAccountId, usdMinor }: { card: CardTable; walletAccountId: string; usdMinor: bigint },
) {
  const kind = kindOf(card)
  const feeMinor = rechargeFee(kind, usdMinor)
  const neededMinor = sameInUsdt(usdMinor) + feeMinor
  await refuseBelowKeep(db, { card, kind, walletAccountId, neededMinor })
  const rechargeId = newId()
  const entries = await bridge(db, { walletAccountId, cardAccountId: card.account_id, usdMinor })
  const fee = {
    idempotencyKey: `recharge-fee:${rechargeId}`,
    reason: 'recharge-fee',
    entries: await walletFee(db, { walletAccountId, feeMinor }),
  }
  const transfers = [
    { idempotencyKey: `recharge:${rechargeId}`, reason: 'recharge', entries },
    ...(feeMinor > 0n ? [fee] : []),
  ]
  const posted = await postAll(db, transfers).catch(async error => {
    if (error instanceof Overdrawn)
      return await refuseOverdraft(db, { accountId: walletAccountId, neededMinor })
    throw error
  })
  const transferId = posted[0]?.transferId ?? ''
  await db
    .insertInto('recharges')
    .values({
      id: rechargeId,
      user_id: card.user_id,
      card_id: card.id,
      amount_minor: usdMinor,
      fee_minor: feeMinor,
      transfer_id: transferId,
      created_at: new Date(),
    })
    .execute()
  return { rechargeId, feeMinor, transferId, feeTransferId: posted[1]?.transferId ?? null }
}

/** The first recharge of an account leaves something in the wallet: less may be moved, or, of too little, nothing. */
async function refuseBelowKeep(
  db: Db,
  {
    card,
    kind,
    walletAccountId,
    neededMinor,
  }: { card: CardTable; kind: CardKind; walletAccountId: string; neededMinor: bigint },
) {
  const { availableMinor } = await balanceOf(db, walletAccountId)
  if (availableMinor < neededMinor || availableMinor - neededMinor >= firstKeepMinor) return
  if (!(await isFirst(db, card.user_id))) return
  const keep = format(firstKeepMinor, 'USDT')
  const maxMinor = largestWithin(kind, availableMinor - firstKeepMinor)
  if (maxMinor < kind.rechargeMinMinor) {
    const leastMinor =
      sameInUsdt(kind.rechargeMinMinor) + rechargeFee(kind, kind.rechargeMinMinor) + firstKeepMinor
    await refuseOverdraft(db, { accountId: walletAccountId, neededMinor: leastMinor, keep })
  }
  throw new Refused('amount_out_of_range', {
    min: format(kind.rechargeMinMinor, 'USD'),
    max: format(maxMinor, 'USD'),
    keep,
  })
}

/** The largest recharge, in USD minor units, that this much of the wallet pays for, fee included. */
function largestWithin(kind: CardKind, usdtMinor: bigint): bigint {
  const perCent = sameInUsdt(1n)
  const guess =
    usdtMinor > 0n ? (usdtMinor * 10_000n) / (10_000n + BigInt(kind.rechargeFeeBps)) / perCent : 0n
  const capped = guess > kind.rechargeMaxMinor ? kind.rechargeMaxMinor : guess
  return sameInUsdt(capped) + rechargeFee(kind, capped) > usdtMinor ? capped - 1n : capped
}

async function isFirst(db: Db, userId: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('recharges')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return earlier === undefined
}
