import type { Envelope } from '../../src/contract/call.ts'
import { format, parse } from '../../src/contract/money.ts'
import { type convertToCardBalance, convertToMasterBalance } from '../../src/contract/wallet.ts'

export interface Cardholder {
  userId: string
  token: string
  cardIds: string[]
}

export interface Decision {
  holder: Cardholder
  call: typeof convertToCardBalance | typeof convertToMasterBalance
  input: { cardId: string; amount: string; currency: string; requestId: string }
}

export type Answer = Envelope & { key?: string; data?: Record<string, string> }
export const isDone = (answer: Answer | undefined) =>
  answer !== undefined && 'code' in answer && answer.code === 1

/** What is in a customer's wallet and on the cards, in USDT minor units and in cents. */
export type State = Record<string, bigint>

function effectOf({ call, input }: Decision): State {
  const cents = parse(input.amount, 'USD') ?? 0n
  if (call === convertToMasterBalance) return { [input.cardId]: -cents, wallet: cents * 10_000n }
  return { [input.cardId]: cents, wallet: -cents * 10_000n - cents * 100n }
}

function after(state: State, decision: Decision): State {
  const next = { ...state }
  for (const [place, minor] of Object.entries(effectOf(decision))) next[place] = (next[place] ?? 0n) + minor
  return next
}

/** States one after another in which every answer fits; null when there is no such order. */
export function orderOf(state: State, done: readonly [Decision, Answer][]): State[] | null {
  if (done.length === 0) return [state]
  for (const [index, [decision, answer]] of done.entries()) {
    const next = after(state, decision)
    const isFitting =
      answer.data?.cardAvailable === format(next[decision.input.cardId] ?? 0n, 'USD') &&
      answer.data?.walletAvailable === format(next.wallet ?? 0n, 'USDT')
    const rest =
      isFitting && Object.values(next).every(minor => minor >= 0n) && orderOf(next, done.toSpliced(index, 1))
    if (rest) return [state, ...rest]
  }
  return null
}

export function isMissing({ key, data }: Answer, states: readonly State[], decision: Decision): boolean {
  const place = decision.call === convertToMasterBalance ? decision.input.cardId : 'wallet'
  const currency = place === 'wallet' ? 'USDT' : 'USD'
  const missing = states.map(state => -(after(state, decision)[place] ?? 0n)).filter(minor => minor > 0n)
  return key === 'balance_insufficient' && missing.some(minor => format(minor, currency) === data?.missing)
}
