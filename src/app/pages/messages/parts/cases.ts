import type { NoticeType } from '../../../../contract/message.ts'
import type { MessageKey } from '../../../locales/keys.ts'

interface Told {
  noticeType: NoticeType
  params: Record<string, string>
}

/** What is particular about one case of a notice. */
interface Case {
  name: MessageKey
  /** It leaves every balance as it was: its sum came from nowhere and went nowhere. */
  isStill?: boolean
  /** Somebody has to look at it. */
  isAlarming?: boolean
}

/** The parameter that says which case of a notice it is; the words of the server go by the same. */
const tellers: Partial<Record<NoticeType, string>> = {
  deposit: 'state',
  refundArrival: 'to',
  consume: 'what',
  cardTransfer: 'what',
  withdraw: 'state',
  challenge: 'state',
}

const dispute: Case = { name: 'messages.case.dispute' }
const annualFee: Case = { name: 'messages.case.annualFee' }

/** Cases that differ from the rest of their kind. */
const cases: Partial<Record<string, Case>> = {
  'deposit.lost': { name: 'messages.case.depositLost', isStill: true, isAlarming: true },
  'deposit.found': { name: 'messages.case.depositFound', isStill: true },
  'deposit.addressReplaced': { name: 'messages.type.deposit', isAlarming: true },
  'deposit.addressGone': { name: 'messages.type.deposit', isAlarming: true },
  'deposit.excess': { name: 'messages.case.excess' },
  'refundArrival.released': { name: 'messages.case.released', isStill: true },
  'refundArrival.dispute-card': dispute,
  'refundArrival.dispute-wallet': dispute,
  'refundArrival.dispute-both': dispute,
  'refundArrival.late': { name: 'messages.case.refundLate', isStill: true, isAlarming: true },
  'challenge.waiting': { name: 'messages.type.challenge', isAlarming: true },
  'consume.increased': { name: 'messages.case.increased' },
  'consume.disputeReversed': { name: 'messages.case.disputeReversed' },
  'consume.refundWithdrawn': { name: 'messages.case.refundWithdrawn' },
  'consume.annualFee': annualFee,
  'consume.annualFeeWallet': annualFee,
  'cardTransfer.waiting': { name: 'messages.arrival.waits', isAlarming: true },
  'cardTransfer.debtCarried': { name: 'messages.case.debtCarried', isStill: true, isAlarming: true },
  'cardTransfer.debtRepaid': { name: 'messages.case.debtRepaid', isStill: true },
  'cardTransfer.debtPaid': { name: 'messages.case.debtRepaid', isStill: true },
  'cardTransfer.adjusted': { name: 'messages.case.adjusted' },
  'withdraw.requested': { name: 'messages.withdraw.requested' },
  'withdraw.review': { name: 'messages.withdraw.review' },
  'withdraw.sent': { name: 'messages.withdraw.sent' },
  'withdraw.done': { name: 'messages.withdraw.done' },
  'withdraw.failed': { name: 'messages.withdraw.failed', isStill: true, isAlarming: true },
  'withdraw.cancelled': { name: 'messages.withdraw.cancelled', isStill: true },
  'withdraw.held': { name: 'messages.withdraw.held' },
  'withdraw.frozen': { name: 'messages.withdraw.held' },
  'withdraw.undone': { name: 'messages.withdraw.undone', isStill: true, isAlarming: true },
  'withdraw.dead': { name: 'messages.withdraw.failed', isStill: true },
  'withdraw.paid': { name: 'messages.withdraw.paid' },
  'withdraw.owed': { name: 'messages.withdraw.paid', isStill: true, isAlarming: true },
}

/** The case a notice is: how it is called, whether a balance has changed, whether it asks for attention. */
export function caseOf({ noticeType, params }: Told): Case {
  const teller = tellers[noticeType]
  const found = teller && cases[`${noticeType}.${params[teller]}`]
  return found || { name: `messages.type.${noticeType}` }
}
