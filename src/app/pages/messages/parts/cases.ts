import type { NoticeType } from '../../../../contract/message.ts'
import type { MessageKey } from '../../../locales/keys.ts'
import type { Message } from './kinds.ts'

type Told = Pick<Message, 'noticeType' | 'params'>

/** The parameter that says which case of a notice it is; the words of the server go by the same. */
const tellers: Partial<Record<NoticeType, string>> = {
  deposit: 'state',
  refundArrival: 'to',
  consume: 'what',
  cardTransfer: 'what',
  withdraw: 'state',
}

/** Cases that are called otherwise than the rest of their kind. */
const names: Partial<Record<string, MessageKey>> = {
  'deposit.lost': 'messages.case.depositLost',
  'deposit.found': 'messages.case.depositFound',
  'deposit.excess': 'messages.case.excess',
  'refundArrival.released': 'messages.case.released',
  'refundArrival.dispute-card': 'messages.case.dispute',
  'refundArrival.dispute-wallet': 'messages.case.dispute',
  'refundArrival.dispute-both': 'messages.case.dispute',
  'consume.increased': 'messages.case.increased',
  'consume.disputeReversed': 'messages.case.disputeReversed',
  'consume.refundWithdrawn': 'messages.case.refundWithdrawn',
  'consume.annualFee': 'messages.case.annualFee',
  'consume.annualFeeWallet': 'messages.case.annualFee',
  'cardTransfer.waiting': 'messages.arrival.waits',
  'cardTransfer.adjusted': 'messages.case.adjusted',
  'withdraw.requested': 'messages.withdraw.requested',
  'withdraw.review': 'messages.withdraw.review',
  'withdraw.sent': 'messages.withdraw.sent',
  'withdraw.done': 'messages.withdraw.done',
  'withdraw.failed': 'messages.withdraw.failed',
  'withdraw.cancelled': 'messages.withdraw.cancelled',
  'withdraw.held': 'messages.withdraw.held',
  'withdraw.frozen': 'messages.withdraw.held',
  'withdraw.undone': 'messages.withdraw.undone',
  'withdraw.dead': 'messages.withdraw.failed',
  'withdraw.paid': 'messages.withdraw.paid',
  'withdraw.owed': 'messages.withdraw.paid',
}

/** Cases that leave every balance as it was: their sums came from nowhere and went nowhere. */
const still = [
  'deposit.lost',
  'deposit.found',
  'refundArrival.released',
  'withdraw.failed',
  'withdraw.cancelled',
  'withdraw.undone',
  'withdraw.dead',
]

/** Cases that somebody has to look at. */
const alarming = [
  'deposit.lost',
  'cardTransfer.waiting',
  'withdraw.failed',
  'withdraw.undone',
  'withdraw.owed',
]

/** What a notice of a balance is of, in a word or two. */
export function nameOf(told: Told): MessageKey {
  return names[caseOf(told)] ?? `messages.type.${told.noticeType}`
}

/** True when no balance has changed by what it tells of. */
export function isStill(told: Told): boolean {
  return still.includes(caseOf(told))
}

/** True when it asks for attention. */
export function isAlarming(told: Told): boolean {
  return alarming.includes(caseOf(told))
}

function caseOf({ noticeType, params }: Told): string {
  return `${noticeType}.${params[tellers[noticeType] ?? ''] ?? ''}`
}
