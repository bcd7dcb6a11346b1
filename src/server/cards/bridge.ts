import { sameValue } from '../../contract/money.ts'
import type { Db } from '../database.ts'
import { type Entry, houseAccount, openAccount } from '../ledger/ledger.ts'

/** USD minor units in USDT minor units, one to one (decision D11). */
export function sameInUsdt(usdMinor: bigint): bigint {
  const usdtMinor = sameValue({ minor: usdMinor, from: 'USD', to: 'USDT' })
  if (usdtMinor === null) throw new Error('USDT has more digits than USD')
  return usdtMinor
}

/** The entries that carry USD over the bridge: from the wallet to the card, or back when the amount is negative. */
export async function bridge(
  db: Db,
  {
    walletAccountId,
    cardAccountId,
    usdMinor,
  }: { walletAccountId: string; cardAccountId: string; usdMinor: bigint },
): Promise<Entry[]> {
  const usdtMinor = sameInUsdt(usdMinor)
  return [
    { accountId: walletAccountId, amountMinor: -usdtMinor },
    { accountId: await houseAccount(db, { code: 'conversion', currency: 'USDT' }), amountMinor: usdtMinor },
    { accountId: await houseAccount(db, { code: 'conversion', currency: 'USD' }), amountMinor: -usdMinor },
    { accountId: cardAccountId, amountMinor: usdMinor },
  ]
}

/** The account of a wallet that feeds cards: its USDT, the master balance. */
export async function masterAccount(db: Db, userId: string): Promise<string> {
  return await openAccount(db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
}

/** The entries of a fee taken from the wallet. */
export async function walletFee(
  db: Db,
  { walletAccountId, feeMinor }: { walletAccountId: string; feeMinor: bigint },
): Promise<Entry[]> {
  return [
    { accountId: walletAccountId, amountMinor: -feeMinor },
    { accountId: await houseAccount(db, { code: 'fees', currency: 'USDT' }), amountMinor: feeMinor },
  ]
}
