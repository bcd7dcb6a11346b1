import type { nouns } from '../../contract/index.ts'
import type { World } from '../world.ts'
import { accountApi } from './account.ts'
import { addressApi } from './address.ts'
import { billApi } from './bill.ts'
import { cardApi } from './card.ts'
import type { Handlers } from './handler.ts'
import { identityApi } from './identity.ts'
import { messageApi } from './message.ts'
import { paramsApi } from './params.ts'
import { ratesApi } from './rates.ts'
import { walletApi } from './wallet.ts'

/** A handler for every built call: a noun without its handlers does not compile. */
export function everyHandler(world: World) {
  return {
    account: accountApi(world),
    address: addressApi(world),
    application: {},
    bill: billApi(world),
    card: cardApi(world),
    feedback: {},
    identity: identityApi(world),
    invite: {},
    message: messageApi(world),
    params: paramsApi(world),
    rates: ratesApi(world),
    wallet: walletApi(world),
  } satisfies { [Noun in keyof typeof nouns]: Handlers<(typeof nouns)[Noun]> }
}
