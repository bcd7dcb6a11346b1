import { forgetOld } from './forget-old.ts'
import { freezeCard } from './freeze-card.ts'
import { handleIssuerEvent } from './issuer-event.ts'
import { openCard } from './open-card.ts'
import { pollRates } from './poll-rates.ts'
import { readChain } from './read-chain.ts'
import { reviewApplicant } from './review-applicant.ts'
import type { Jobs, Schedule } from './runner.ts'
import { sendLetter } from './send-letter.ts'

/** What happens later or again, by its kind. */
export const jobs: Jobs = {
  'open-card': openCard,
  'freeze-card': freezeCard,
  'issuer-event': handleIssuerEvent,
  'send-letter': sendLetter,
  'review-applicant': reviewApplicant,
}

/** What recurs. */
export const schedules: readonly Schedule[] = [readChain, pollRates, forgetOld]
