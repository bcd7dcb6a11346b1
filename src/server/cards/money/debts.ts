import { type Coin, format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { atLeastZero } from '../../least.ts'
import { balancesOf } from '../../ledger/ledger.ts'
import { sameInUsdt } from './bridge.ts'

/** What a customer's cards owe together, those that are over too. */
interface Debts {
  /** In USD minor units. */
  owedMinor: bigint
  /** The same in USDT. */
  usdtMinor: bigint
  /** What is free in the master balance, in USDT minor units. */
  inWalletMinor: bigint
  /** The one that owes most. */
  card: { id: string; last4: string }
}

/** What a customer's cards owe by these balances, which are all of theirs; null when none owes anything. */
export async function debtsIn(
  db: Db,
  balances: Awaited<ReturnType<typeof balancesOf>>,
): Promise<Debts | null> {
  const owing = balances
    .filter(({ kind, balanceMinor }) => kind === 'card' && balanceMinor < 0n)
    .sort((one, other) => (one.balanceMinor < other.balanceMinor ? -1 : 1))
  const [most] = owing
  if (!most) return null
  const owedMinor = owing.reduce((sum, { balanceMinor }) => sum - balanceMinor, 0n)
  const master = balances.find(({ kind, currency }) => kind === 'wallet' && currency === 'USDT')
  const card = await db
    .selectFrom('cards')
    .select(['id', 'last4'])
    .where('account_id', '=', most.accountId)
    .executeTakeFirstOrThrow()
  return {
    owedMinor,
    usdtMinor: sameInUsdt(owedMinor),
    inWalletMinor: master?.availableMinor ?? 0n,
    card,
  }
}

/** Refuses (`debt_unpaid`) another card to whoever owes something on one. */
export async function refuseDebtor(db: Db, userId: string): Promise<void> {
  const debts = await debtsIn(db, await balancesOf(db, userId))
  if (debts) throw new Refused('debt_unpaid', shownDebt(debts))
}

/** Refuses (`debt_unpaid`) what was just reserved where the rest of the master balance is less than what the cards owe. */
export async function keepForDebts(db: Db, userId: string): Promise<void> {
  const debts = await debtsIn(db, await balancesOf(db, userId))
  if (debts && debts.inWalletMinor < debts.usdtMinor) throw new Refused('debt_unpaid', shownDebt(debts))
}

/** How much of a coin's `availableMinor` may leave, in its minor units: what the cards owe stays in the master balance. */
export function freeBeside(
  debts: Debts | null,
  { currency, availableMinor }: { currency: Coin; availableMinor: bigint },
): bigint {
  if (!debts) return availableMinor
  const restMinor = debts.inWalletMinor - debts.usdtMinor
  if (currency === 'USDT') return atLeastZero(restMinor)
  return restMinor < 0n ? 0n : availableMinor
}

/** A debt as it travels: what all cards owe, and the one that owes most. */
export function shownDebt({ owedMinor, card }: Debts): { owed: string; cardId: string; last4: string } {
  return { owed: format(owedMinor, 'USD'), cardId: card.id, last4: card.last4 }
}
