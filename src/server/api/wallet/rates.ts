import type * as rates from '../../../contract/rates.ts'
import { lastRates } from '../../rates/rates.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** Exchange rates, for showing what things are worth. */
export function ratesApi({ db }: World): Handlers<typeof rates> {
  return { exchangeRate: () => lastRates(db) }
}
