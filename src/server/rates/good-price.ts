import type { Coin } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { converted, type Price, priceOf } from './conversion.ts'
import { lastRates } from './rates.ts'

const to = 'USDT'

/** What the source says one coin is in USDT, told either way round; null unless it is to be relied on. */
export async function goodPrice(db: Db, from: Coin): Promise<{ reference: Price; rateTime: string } | null> {
  const rates = await lastRates(db)
  const direct = rates.find(rate => rate.masterCurrency === from && rate.slaveCurrency === to)
  const told = direct ?? rates.find(rate => rate.masterCurrency === to && rate.slaveCurrency === from)
  const reference = told && priceOf(told.rate, { isInverse: told !== direct })
  return reference && told.state === 'good' ? { reference, rateTime: told.time } : null
}

/** What an amount of a coin is worth in USDT, rounded down, in minor units of both; null without a rate to be relied on. */
export async function worthOf(
  db: Db,
  { coin, amountMinor }: { coin: Coin; amountMinor: bigint },
): Promise<bigint | null> {
  if (coin === to) return amountMinor
  const price = (await goodPrice(db, coin))?.reference
  return price ? converted({ from: coin, to, price, amountMinor, feeBps: 0 }).receiveMinor : null
}
