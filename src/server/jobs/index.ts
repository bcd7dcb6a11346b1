import { annualFees } from './annual-fees.ts'
import { answerChallenge } from './answer-challenge.ts'
import { autoRecharge } from './auto-recharge.ts'
import { bookFees } from './book-fees.ts'
import { cancelOrder } from './cancel-order.ts'
import { carrySweeps } from './carry-sweeps.ts'
import { closeCard } from './close-card.ts'
import { compareCards } from './compare-cards.ts'
import { copyMessage } from './copy-message.ts'
import { deleteUsers } from './delete-users.ts'
import { expireDocuments } from './expire-documents.ts'
import { followEvents, recheckEvents } from './follow-events.ts'
import { followOrders } from './follow-orders.ts'
import { forgetAgainOf } from './forget-again.ts'
import { forgetOld } from './forget-old.ts'
import { freezeCard } from './freeze-card.ts'
import { holdWithdrawals } from './hold-withdrawals.ts'
import { handleIssuerEvent } from './issuer-event.ts'
import { lateRefunds } from './late-refunds.ts'
import { openCard } from './open-card.ts'
import { orderCard } from './order-card.ts'
import { overdueHolds } from './overdue-holds.ts'
import { payWithdrawals } from './pay-withdrawals.ts'
import { pollRates } from './poll-rates.ts'
import { proveSealedDays } from './prove-days.ts'
import type { Jobs, Schedule } from './queue/runner.ts'
import { readChain } from './read-chain.ts'
import { readDocuments } from './read-documents.ts'
import { remailCard } from './remail-card.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import { renewCard } from './renew-card.ts'
import { renewCards } from './renew-cards.ts'
import { reviewApplicant } from './review-applicant.ts'
import { reviewWithdrawal } from './review-withdrawal.ts'
import { rewardInvite } from './reward-invite.ts'
import { rightClock } from './right-clock.ts'
import { sealLedgerDays } from './seal-days.ts'
import { sendDispute } from './send-dispute.ts'
import { sendLetter } from './send-letter.ts'
import { shortCharges } from './short-charges.ts'
import { sweepDeposits } from './sweep-deposits.ts'
import { tellAgreements } from './tell-agreements.ts'
import { waitingClaims } from './waiting-claims.ts'

/** What happens later or again, by its kind. */
export const jobs: Jobs = {
  'open-card': openCard,
  'freeze-card': freezeCard,
  'close-card': closeCard,
  'renew-card': renewCard,
  'answer-challenge': answerChallenge,
  'order-card': orderCard,
  'remail-card': remailCard,
  'cancel-order': cancelOrder,
  'issuer-event': handleIssuerEvent,
  'copy-message': copyMessage,
  'send-letter': sendLetter,
  'send-dispute': sendDispute,
  'auto-recharge': autoRecharge,
  'review-applicant': reviewApplicant,
  'reward-invite': rewardInvite,
  'forget-again': forgetAgainOf,
  'review-withdrawal': reviewWithdrawal,
  'hold-withdrawals': holdWithdrawals,
}

/** What recurs. */
export const schedules: readonly Schedule[] = [
  rightClock,
  readChain,
  payWithdrawals,
  carrySweeps,
  sweepDeposits,
  bookFees,
  followOrders,
  followEvents,
  recheckEvents,
  waitingClaims,
  overdueHolds,
  compareCards,
  pollRates,
  forgetOld,
  deleteUsers,
  removeSecondFactors,
  readDocuments,
  expireDocuments,
  annualFees,
  renewCards,
  lateRefunds,
  shortCharges,
  tellAgreements,
  sealLedgerDays,
  proveSealedDays,
]
