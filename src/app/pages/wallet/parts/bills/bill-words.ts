import type { Bill } from '../../../../../contract/bill.ts'
import { declineMend, declineReason, declineRoute } from '../../../../../contract/decline.ts'
import { stateWord } from '../../../../display/bill-state.ts'
import { feeName, told } from '../../../../display/fee-name.ts'
import { merchantIcon } from '../../../../display/merchant-icon.ts'
import { t } from '../../../../state/locale.ts'
import type { IconName } from '../../../../ui/icon-names.ts'
import { kindName } from '../../../../ui/kind-name.ts'

const icons: Record<Bill['type'], IconName> = {
  deposit: 'arrow-down',
  withdraw: 'arrow-up-right',
  openCard: 'credit-card',
  topUp: 'plus',
  remittance: 'plus',
  transfer: 'arrow-left-right',
  fee: 'receipt',
  cardTransaction: 'store',
  consume: 'store',
  refund: 'rotate-ccw',
}

/** The icon of a row; a purchase by what the merchant sells. */
export function iconOf({ type, remark: { mcc = '' } }: Bill): IconName {
  return icons[type] === 'store' ? merchantIcon(mcc) : icons[type]
}

/** What a row is about: the merchant, where to, the kind of card, the kind of fee, else its own kind. */
export function titleOf(bill: Bill): string {
  const { type, remark } = bill
  if (remark.merchant && type !== 'fee') return remark.merchant
  if (type === 'fee') return feeName(remark.fee)
  if (type === 'openCard' && remark.cardType)
    return t('wallet.bill.openCard', { card: kindName(remark.cardType) })
  if (type === 'withdraw' && remark.label) return t('wallet.bill.withdraw', { label: remark.label })
  if (type === 'topUp' && remark.auto) return t('wallet.bill.auto')
  if (remark.adjusted) return t('wallet.bill.adjusted')
  if (type === 'transfer' && remark.reward) return t('wallet.bill.reward')
  if (type === 'transfer' && remark.rate) return t('wallet.bill.convert', { coin: remark.paidCurrency ?? '' })
  return kindWord(bill)
}

/** The kind of a row: a deposit has not arrived before it has. */
export function kindWord({ type, status }: Bill): string {
  return t(type === 'deposit' && status !== 'done' ? 'wallet.bill.deposit' : `billKind.${type}`)
}

/** Under the title: the merchant of a fee, the kind where the title is a name, else the place of the money. */
export function kindOf(bill: Bill): string {
  const { dispute, withdrawn, merchant } = bill.remark
  if (dispute) return t(withdrawn ? 'wallet.bill.disputeReversed' : 'wallet.bill.dispute')
  if (withdrawn) return t('wallet.bill.withdrawn')
  if (bill.type === 'fee' && merchant) return merchant
  const kind = kindWord(bill)
  return titleOf(bill) === kind || sayTheirKind.includes(bill.type) ? accountName(bill.account) : kind
}

const sayTheirKind: Bill['type'][] = ['fee', 'openCard', 'withdraw', 'transfer']

/** The wallet, or a card by its last digits. */
export function accountName(account: string): string {
  return account === 'wallet' ? t('wallet.wallet') : t('wallet.card', { last4: account })
}

/** Where a row stands. */
export function statusWord(bill: Bill): string {
  const { status } = bill
  return status === 'done' ? t('wallet.bill.done') : stateWord({ ...bill, status })
}

/** Why it did not go through, where that is known. */
export function reasonOf({ status, remark: { reason } }: Bill): string | null {
  if (status === 'declined') return t(`wallet.reason.${declineReason(reason)}`)
  if (status !== 'failed') return null
  return (
    told(`wallet.reason.${reason}`) ??
    told(`wallet.out.reason.${reason}`) ??
    told(`refusal.${reason}`) ??
    null
  )
}

/** What mends it. */
export function mendOf({
  status,
  remark: { reason },
  cardOutId: cardId,
}: Bill): { label: string; href: string } | null {
  if (status !== 'declined' || !cardId) return null
  const known = declineReason(reason)
  const mend = declineMend(known)
  const label = mend === 'service' ? t('mend.service') : t(`wallet.mend.${mend ?? 'card'}`)
  return { label, href: `#${declineRoute(known, { cardId })}` }
}

/** The name of a step of the money trail. */
export function stepName(what: string): string {
  return told(`wallet.step.${what}`) ?? t('wallet.step.other')
}

/** What comes next, as the server says. */
export function nextStep(next: string): string {
  return told(`wallet.next.${next}`) ?? t('wallet.next.other')
}
