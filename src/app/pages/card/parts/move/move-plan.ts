import type { Card, CardType } from '../../../../../contract/card.ts'
import { quickAmounts } from '../../../../../contract/quick-amounts.ts'
import { amountOf, type Cost, isMore, isZero, less, more, mostFor, rechargeCost, smaller } from '../reckon.ts'

export type Direction = 'toCard' | 'toWallet'

/** What a move is planned on. */
export interface MoveBasis {
  direction: Direction
  /** What stands on the keypad. */
  typed: string
  card: Pick<Card, 'available'>
  kind: Pick<CardType, 'rechargeFee' | 'singleRechargeMin' | 'singleRechargeLimit'>
  /** Available USDT of the wallet. */
  wallet: string
  /** USDT that the first recharge of the account leaves in the wallet (specification section 9); null after it. */
  keep: string | null
}

export interface Plan extends Cost {
  amount: string
  keep: string | null
  min: string
  /** The most that can be moved now. */
  max: string
  /** The most at once, whatever is there. */
  limit: string
  walletAfter: string
  cardAfter: string
  /** Why it cannot be done as typed; `empty` needs no words. */
  problem: 'empty' | 'min' | 'limit' | 'insufficient' | 'keep' | 'over' | null
  /** USDT that the wallet lacks. */
  missing: string | null
}

/** What the move would cost and leave, and what stands against it. */
export function planOf(basis: MoveBasis): Plan {
  return basis.direction === 'toCard' ? planToCard(basis) : planToWallet(basis)
}

function planToCard({ typed, card, kind, wallet, keep }: MoveBasis): Plan {
  const amount = amountOf(typed)
  const cost = rechargeCost(amount, kind)
  const kept = keep ?? '0'
  const needed = more(cost.total, kept)
  return {
    ...cost,
    // Nothing typed has no share: what is told then is what the card asks of any amount.
    share: isZero(amount) ? kind.rechargeFee : cost.share,
    amount,
    keep,
    min: kind.singleRechargeMin,
    max: smaller(kind.singleRechargeLimit, mostFor(less(wallet, kept), kind)),
    limit: kind.singleRechargeLimit,
    walletAfter: less(wallet, cost.total),
    cardAfter: more(card.available, amount),
    problem: problemToCard({ amount, kind, needed, wallet, total: cost.total }),
    missing: isMore(needed, wallet) ? less(needed, wallet) : null,
  }
}

interface ToCard {
  amount: string
  kind: MoveBasis['kind']
  needed: string
  wallet: string
  total: string
}

function problemToCard({ amount, kind, needed, wallet, total }: ToCard): Plan['problem'] {
  if (isZero(amount)) return 'empty'
  if (isMore(kind.singleRechargeMin, amount)) return 'min'
  if (isMore(amount, kind.singleRechargeLimit)) return 'limit'
  if (isMore(total, wallet)) return 'insufficient'
  return isMore(needed, wallet) ? 'keep' : null
}

function planToWallet({ typed, card, wallet }: MoveBasis): Plan {
  const amount = amountOf(typed)
  const free = less(card.available, '0')
  return {
    amount,
    keep: null,
    fee: '0',
    share: '0',
    total: amount,
    min: '0.01',
    max: free,
    limit: free,
    walletAfter: more(wallet, amount),
    cardAfter: less(free, amount),
    problem: isZero(amount) ? 'empty' : isMore(amount, free) ? 'over' : null,
    missing: null,
  }
}

/** Sums offered under the keypad: round ones that can be moved. */
export function quickSums({ min, max }: Pick<Plan, 'min' | 'max'>): string[] {
  return quickAmounts.filter(sum => !isMore(min, sum) && !isMore(sum, max)).slice(-4)
}
