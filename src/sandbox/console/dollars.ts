import { decimal, scaled } from '../../contract/money.ts'

/**
 * What an amount in another currency is in dollars at so much of it for one: exact, to the nearest cent, half a cent up.
 * Null where the rate is none.
 */
export function dollarsFor(amount: string, rate: string): string | null {
  const [billed, each] = [scaled(amount), scaled(rate)]
  if (billed === null || each === null || each <= 0n) return null
  return decimal((billed * 200n + each) / (each * 2n), 2)
}
