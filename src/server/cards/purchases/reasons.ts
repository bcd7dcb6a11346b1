import { type DeclineReason, declineReason } from '../../../contract/decline.ts'
import type { CardTable } from '../tables.ts'
import type { Fact } from './thread.ts'

const issuerWords: Record<string, DeclineReason> = {
  card_not_activated: 'not_activated',
  issuer_limit: 'limit_issuer',
  mcc_blocked: 'category_blocked',
  '3ds_missing': 'three_ds_missing',
  '3ds_failed': 'three_ds_failed',
  no_answer: 'issuer_busy',
}

/** Our word for the issuer's; what we do not know is told as a security check. */
export function reasonOf(issuerReason: string): DeclineReason {
  return issuerWords[issuerReason] ?? declineReason(issuerReason)
}

/** The issuer's no as it is told of this card: a freeze that its owner cannot lift is another reason than their own. */
export function factAbout({ status }: Pick<CardTable, 'status'>, fact: Fact): Fact {
  const isHeld = fact.kind === 'denied' && fact.reason === 'card_frozen' && status === 'frozen_risk'
  return isHeld ? { ...fact, reason: 'card_held' } : fact
}
