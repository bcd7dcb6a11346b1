import type { Output } from '../../../../../contract/call.ts'
import { type Coin, format, parse } from '../../../../../contract/money.ts'
import type { transferOutQuote } from '../../../../../contract/withdrawal.ts'

export type Quote = Output<typeof transferOutQuote>
/** What the figure on the keypad means: what leaves the wallet, or what is to arrive. */
export type Mode = 'amount' | 'receive'
export type Problem = 'empty' | 'scale' | 'min' | 'balance' | 'day' | 'month' | 'max'

export interface OutPlan {
  /** What the server is asked about; null while it cannot be. */
  asked: string | null
  /** Why it cannot be done as typed; `empty` needs no words. */
  problem: Problem | null
  /** Bounds of what may stand on the keypad. */
  min: string
  max: string
  /** What the wallet lacks. */
  missing: string | null
}

type Bounds = Pick<Quote, 'available' | 'fee' | 'min' | 'max' | 'day' | 'month'>

/** What stands against what was typed, before the server is asked; it decides. */
export function outPlanOf({
  typed,
  mode,
  currency,
  quote,
}: {
  typed: string
  mode: Mode
  currency: Coin
  quote: Bounds
}): OutPlan {
  const minor = (amount: string) => parse(amount, currency) ?? 0n
  const shown = (amount: bigint) => format(amount > 0n ? amount : 0n, currency)
  const fee = mode === 'receive' ? minor(quote.fee) : 0n
  const written = typed.replace(/\.$/, '') || '0'
  const figure = parse(written, currency)
  const leaves = figure === null ? null : figure + fee
  const problem = leaves === null ? 'scale' : figure === 0n ? 'empty' : problemOf(leaves, quote, minor)
  const isLacking = problem === 'balance' && leaves !== null
  return {
    asked: problem === null ? written : null,
    problem,
    min: shown(minor(quote.min) - fee),
    max: shown(minor(quote.max) - fee),
    missing: isLacking ? shown(leaves - minor(quote.available)) : null,
  }
}

function problemOf(leaves: bigint, quote: Bounds, minor: (amount: string) => bigint): Problem | null {
  if (leaves < minor(quote.min)) return 'min'
  if (leaves > minor(quote.available)) return 'balance'
  if (leaves > minor(quote.day.left)) return 'day'
  if (leaves > minor(quote.month.left)) return 'month'
  return leaves > minor(quote.max) ? 'max' : null
}

/** Why nothing at all can leave now. */
export function blockOf(quote: Bounds, currency: Coin): 'balance' | 'day' | 'month' | null {
  const isBelow = (amount: string) => (parse(amount, currency) ?? 0n) < (parse(quote.min, currency) ?? 0n)
  if (isBelow(quote.available)) return 'balance'
  if (isBelow(quote.day.left)) return 'day'
  return isBelow(quote.month.left) ? 'month' : null
}
