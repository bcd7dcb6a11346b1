import { convert, type Rate } from '../../contract/exchange.ts'
import { currency } from './locale.ts'
import { rates } from './rates.ts'

/**
 * What an amount is worth in the pricing currency, by way of USDT where need be, or `'NAN'` where no rate is known. For
 * display only: its eight decimals are cut off there, unless nothing would be left.
 */
export function worth(amount: string, from: string, to = currency.value): string {
  const direct = rated(amount, from, to)
  return direct === 'NAN' ? rated(rated(amount, from, 'USDT'), 'USDT', to) : direct
}

function rated(amount: string, from: string, to: string): string {
  return convert({ amount, from, to }, rates.value, 8)
}

/** Of the rates that a worth rests on one that is not to be relied on, else any; none is needed for USDT. */
export function rateBehind(froms: string[], to = currency.value): Rate | undefined {
  const used = [...froms, to, 'USDT']
  const behind = rates.value.filter(
    ({ masterCurrency, slaveCurrency }) => used.includes(masterCurrency) && used.includes(slaveCurrency),
  )
  return behind.find(isDoubtful) ?? behind[0]
}

/** Whether a worth made with it is to be marked, and money not to be converted by it. */
export function isDoubtful(rate: Rate | undefined): boolean {
  return rate !== undefined && rate.state !== 'good'
}
