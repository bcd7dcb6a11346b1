import type { nouns } from '../../contract/index.ts'
import type { World } from '../world.ts'
import { accountApi } from './account.ts'
import { addressApi } from './address.ts'
import { addressBookApi } from './address-book.ts'
import { applicationApi } from './application.ts'
import { billApi } from './bill.ts'
import { cardApi } from './card.ts'
import { cardControlApi } from './card-control.ts'
import { decisionApi } from './decision.ts'
import { deletionApi } from './deletion.ts'
import { disputeApi } from './dispute.ts'
import { feedbackApi } from './feedback.ts'
import type { Handlers } from './handler.ts'
import { handoffApi } from './handoff.ts'
import { identityApi } from './identity.ts'
import { inviteApi } from './invite.ts'
import { messageApi } from './message.ts'
import { paramsApi } from './params.ts'
import { ratesApi } from './rates.ts'
import { safetyApi } from './safety.ts'
import { sessionApi } from './session.ts'
import { telegramApi } from './telegram.ts'
import { walletApi } from './wallet.ts'
import { withdrawalApi } from './withdrawal.ts'

/** A handler for every call: a noun without its handlers does not compile. */
export function everyHandler(world: World) {
  return {
    account: accountApi(world),
    address: addressApi(world),
    addressBook: addressBookApi(world),
    application: applicationApi(world),
    bill: billApi(world),
    card: cardApi(world),
    cardControl: cardControlApi(world),
    decision: decisionApi(world),
    deletion: deletionApi(world),
    dispute: disputeApi(world),
    feedback: feedbackApi(world),
    handoff: handoffApi(world),
    identity: identityApi(world),
    invite: inviteApi(world),
    message: messageApi(world),
    params: paramsApi(world),
    rates: ratesApi(world),
    safety: safetyApi(world),
    session: sessionApi(world),
    telegram: telegramApi(world),
    wallet: walletApi(world),
    withdrawal: withdrawalApi(world),
  } satisfies { [Noun in keyof typeof nouns]: Handlers<(typeof nouns)[Noun]> }
}
