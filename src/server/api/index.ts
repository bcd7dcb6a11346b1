import type { nouns } from '../../contract/index.ts'
import type { World } from '../world.ts'
import { accountApi } from './account/account.ts'
import { deletionApi } from './account/deletion.ts'
import { handoffApi } from './account/handoff.ts'
import { inviteApi } from './account/invite.ts'
import { passkeyApi } from './account/passkey.ts'
import { safetyApi } from './account/safety.ts'
import { secondFactorApi } from './account/second-factor/second-factor.ts'
import { sessionApi } from './account/session.ts'
import { telegramApi } from './account/telegram.ts'
import { addressApi } from './addresses/address.ts'
import { addressBookApi } from './addresses/address-book.ts'
import { applicationApi } from './applications/application.ts'
import { billApi } from './bills/bill.ts'
import { costApi } from './bills/cost.ts'
import { refundApi } from './bills/refund.ts'
import { statementCheckApi } from './bills/statement-check.ts'
import { cardApi } from './cards/card.ts'
import { cardControlApi } from './cards/card-control.ts'
import { cardRenewalApi } from './cards/card-renewal.ts'
import { challengeApi } from './cards/challenge.ts'
import { decisionApi } from './deciding/decision.ts'
import type { Handlers } from './handler.ts'
import { disputeApi } from './help/dispute.ts'
import { feedbackApi } from './help/feedback.ts'
import { messageApi } from './help/message.ts'
import { paramsApi } from './help/params.ts'
import { identityApi } from './identity/identity.ts'
import { depositSearchApi } from './wallet/deposit-search.ts'
import { proofApi } from './wallet/proof.ts'
import { ratesApi } from './wallet/rates.ts'
import { walletApi } from './wallet/wallet.ts'
import { withdrawalApi } from './wallet/withdrawal.ts'

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
    cardRenewal: cardRenewalApi(world),
    challenge: challengeApi(world),
    cost: costApi(world),
    decision: decisionApi(world),
    deletion: deletionApi(world),
    depositSearch: depositSearchApi(world),
    dispute: disputeApi(world),
    feedback: feedbackApi(world),
    handoff: handoffApi(world),
    identity: identityApi(world),
    invite: inviteApi(world),
    message: messageApi(world),
    params: paramsApi(world),
    passkey: passkeyApi(world),
    proof: proofApi(world),
    rates: ratesApi(world),
    refund: refundApi(world),
    safety: safetyApi(world),
    secondFactor: secondFactorApi(world),
    session: sessionApi(world),
    statementCheck: statementCheckApi(world),
    telegram: telegramApi(world),
    wallet: walletApi(world),
    withdrawal: withdrawalApi(world),
  } satisfies { [Noun in keyof typeof nouns]: Handlers<(typeof nouns)[Noun]> }
}
