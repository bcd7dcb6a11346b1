import type { Bill } from '../../../../contract/bill.ts'
import { link } from '../../../hash-location.tsx'
import type { MessageKey } from '../../../locales/keys.ts'
import { t } from '../../../state/locale.ts'
import type { IconName } from '../../../ui/icon-names.ts'

const icons: Record<Bill['type'], IconName> = {
  deposit: 'arrow-down',
  withdraw: 'arrow-up',
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
  if (icons[type] !== 'store') return icons[type]
  if (/^58/.test(mcc)) return 'utensils'
  return /^(53|54|56|57|59)/.test(mcc) ? 'shopping-bag' : 'store'
}

/** What a row is about: the merchant, the kind of card, the kind of fee, else its own kind. */
export function titleOf({ type, status, remark }: Bill): string {
  if (remark.merchant && type !== 'fee') return remark.merchant
  if (type === 'fee') return told(`wallet.fee.${remark.fee}`) ?? t('billKind.fee')
  if (type === 'openCard' && remark.cardType) return t('wallet.bill.openCard', { card: remark.cardType })
  if (type === 'deposit' && status !== 'done') return t('wallet.bill.deposit')
  return t(`billKind.${type}`)
}

/** Under the title: the kind where the title is a name, else the place of the money. */
export function kindOf(bill: Bill): string {
  const kind = t(`billKind.${bill.type}`)
  return titleOf(bill) === kind || bill.type === 'fee' || bill.type === 'openCard'
    ? accountName(bill.account)
    : kind
}

/** The wallet, or a card by its last digits. */
export function accountName(account: string): string {
  return account === 'wallet' ? t('wallet.wallet') : t('wallet.card', { last4: account })
}

/** Why it did not go through, where that is known. */
export function reasonOf({ status, remark: { reason } }: Bill): string | null {
  if (status !== 'declined' && status !== 'failed') return null
  return (
    told(`wallet.reason.${reason}`) ??
    told(`refusal.${reason}`) ??
    (status === 'declined' ? t('wallet.reason.security_check') : null)
  )
}

/** What mends it. */
export function mendOf({
  status,
  remark: { reason },
  cardOutId,
}: Bill): { label: string; href: string } | null {
  if (status !== 'declined' || !cardOutId) return null
  if (reason === 'no_money')
    return { label: t('wallet.mend.recharge'), href: link('rechargeCard2', { cardId: cardOutId }) }
  if (reason === 'not_activated')
    return { label: t('wallet.mend.activate'), href: link('activateCard', { id: cardOutId }) }
  return { label: t('wallet.mend.card'), href: link('cardDetail', { id: cardOutId }) }
}

/** The name of a step of the money trail. */
export function stepName(what: string): string {
  return told(`wallet.step.${what}`) ?? t('wallet.step.other')
}

/** What comes next while it is pending, by kind. */
export function nextStep({ type, status }: Bill): string | null {
  return status === 'pending' ? (told(`wallet.next.${type}`) ?? t('wallet.next.other')) : null
}

/** Words for what a server may name; null when there are none. */
function told(key: string): string | null {
  const words = t(key as MessageKey)
  return words === key ? null : words
}
