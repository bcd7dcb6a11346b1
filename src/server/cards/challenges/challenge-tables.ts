import type { Generated } from 'kysely'

/** A row of `card_challenges`; amount in USD minor units. */
export interface CardChallengeTable {
  id: string
  issuer_challenge_id: string
  card_id: string
  thread_id: string
  merchant: string
  city: string
  country: string
  amount_minor: bigint
  state: Generated<'waiting' | 'approved' | 'denied' | 'expired' | 'cancelled'>
  expires_at: Date
  created_at: Generated<Date>
  ended_at: Generated<Date | null>
  answer: Generated<'taken' | 'late' | null>
}

export interface ChallengeTables {
  card_challenges: CardChallengeTable
}
