import { format, parse } from '../../../contract/money.ts'
import { Refused } from '../../http/refused.ts'

const leastMinor = 1_00n
const mostMinor = 100_000_00n

/** A bound that its owner chooses for a card, in USD minor units; refused below 1 and above 100,000 USD. */
export function chosenMinor(amount: string): bigint {
  const minor = parse(amount, 'USD')
  if (minor !== null && minor >= leastMinor && minor <= mostMinor) return minor
  throw new Refused('amount_out_of_range', {
    min: format(leastMinor, 'USD'),
    max: format(mostMinor, 'USD'),
  })
}
