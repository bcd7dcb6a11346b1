import { amountText } from '../../../../ui/amount-text.ts'

/** An amount of US dollars with its currency, in the reader's language. */
export function usd(amount: string): string {
  return amountText({ amount, currency: 'USD' })
}
