import { type Currency, sameValue } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type AccountName, type Entry, houseAccounts, openAccount } from '../../ledger/ledger.ts'

/** Our own accounts that wallets and cards deal with. */
export interface HouseSide {
  conversionUsdt: string
  conversionUsd: string
  feesUsdt: string
}

/** A movement over the bridge: from the wallet to the card, or back when the amount is negative. */
interface Crossing {
  walletAccountId: string
  cardAccountId: string
  usdMinor: bigint
}

/** USD minor units in USDT minor units, one to one (decision D11). */
export function sameInUsdt(usdMinor: bigint): bigint {
  const usdtMinor = sameValue({ minor: usdMinor, from: 'USD', to: 'USDT' })
  if (usdtMinor === null) throw new Error('USDT has more digits than USD')
  return usdtMinor
}

/** Refuses (`currency_unsupported`) every currency that cannot cross the bridge: it joins USDT and USD. */
export function refuseOtherCurrency(currency: Currency): void {
  if (currency !== 'USDT' && currency !== 'USD') throw new Refused('currency_unsupported')
}

/** The accounts of the house's side, opened now if need be. */
export async function houseSide(db: Db): Promise<HouseSide> {
  const [conversionUsdt = '', conversionUsd = '', feesUsdt = ''] = await houseAccounts(db, [
    { code: 'conversion', currency: 'USDT' },
    { code: 'conversion', currency: 'USD' },
    { code: 'fees', currency: 'USDT' },
  ])
  return { conversionUsdt, conversionUsd, feesUsdt }
}

/** The entries that carry USD over the bridge. */
export async function bridge(db: Db, crossing: Crossing): Promise<Entry[]> {
  return bridgeEntries(await houseSide(db), crossing)
}

/** As `bridge`, when the house's side is known. */
export function bridgeEntries(
  { conversionUsdt, conversionUsd }: HouseSide,
  { walletAccountId, cardAccountId, usdMinor }: Crossing,
): Entry[] {
  const usdtMinor = sameInUsdt(usdMinor)
  return [
    { accountId: walletAccountId, amountMinor: -usdtMinor },
    { accountId: conversionUsdt, amountMinor: usdtMinor },
    { accountId: conversionUsd, amountMinor: -usdMinor },
    { accountId: cardAccountId, amountMinor: usdMinor },
  ]
}

/** The account of a wallet that feeds cards: its USDT, the master balance. */
export function masterOf(userId: string): AccountName {
  return { kind: 'wallet', ownerId: userId, currency: 'USDT' }
}

/** The id of a customer's master balance, opened now if need be. */
export async function masterAccount(db: Db, userId: string): Promise<string> {
  return await openAccount(db, masterOf(userId))
}

/** The entries of a fee taken from the wallet. */
export async function walletFee(
  db: Db,
  fee: { walletAccountId: string; feeMinor: bigint },
): Promise<Entry[]> {
  return feeEntries(await houseSide(db), fee)
}

/** As `walletFee`, when the house's side is known. */
export function feeEntries(
  { feesUsdt }: HouseSide,
  { walletAccountId, feeMinor }: { walletAccountId: string; feeMinor: bigint },
): Entry[] {
  return [
    { accountId: walletAccountId, amountMinor: -feeMinor },
    { accountId: feesUsdt, amountMinor: feeMinor },
  ]
}
