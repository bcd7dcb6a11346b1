import type { getMailingCost } from '../../contract/address.ts'
import type { Output } from '../../contract/call.ts'
import { carrierTo } from '../../contract/carrier.ts'
import table from './mailing.json' with { type: 'json' }

type Way = keyof typeof table.ways
const ways = Object.entries(table.countries) as [Way, string[]][]

/** What mailing a card to a country costs, in USDT, and how many days it takes; null where no carrier of ours goes. */
export function mailingCostOf(country: string): Output<typeof getMailingCost> {
  if (table.unserved.includes(country)) return null
  const [way] = ways.find(([, countries]) => countries.includes(country)) ?? ['world' as const]
  const { cost, days } = table.ways[way]
  return { cost, days: days as [number, number], carrier: carrierTo(country) }
}
