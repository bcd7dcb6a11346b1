import { type DeclineReason, declineReason } from '../../contract/decline.ts'

const issuerWords: Record<string, DeclineReason> = {
  card_not_activated: 'not_activated',
  issuer_limit: 'limit_issuer',
  no_answer: 'issuer_busy',
}

/** Our word for the issuer's; what we do not know is told as a security check. */
export function reasonOf(issuerReason: string): DeclineReason {
  return issuerWords[issuerReason] ?? declineReason(issuerReason)
}
