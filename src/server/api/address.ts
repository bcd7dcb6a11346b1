import type * as address from '../../contract/address.ts'
import { countries } from '../params/countries.ts'
import type { World } from '../world.ts'
import type { Handlers } from './handler.ts'

/** Countries; mailing addresses are agreed and not built yet. */
export function addressApi(_world: World): Handlers<typeof address> {
  return {
    async selectCountry() {
      return [...countries]
    },
  }
}
