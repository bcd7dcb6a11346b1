import type { Bill } from '../../../../../contract/bill.ts'
import { Receipt } from '../../../../decision/receipt.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { placeText } from '../../../../display/place-text.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { isFree } from './bill-row.tsx'
import { accountName, kindWord, statusWord, titleOf } from './bill-words.ts'

/** A bill for others: what moved, where to and how it stands; neither balances nor its owner's own words. */
export function TrailReceipt({ of: bill }: { of: Bill }) {
  const { id, type, amount, currency, account, createTime, remark } = bill
  const { from, to, paid, paidCurrency = '', network = '', address = '', txId = '' } = remark
  return (
    <Receipt
      title={type === 'withdraw' ? kindWord(bill) : titleOf(bill)}
      lines={[
        [
          t('wallet.trail.sum'),
          isFree(bill) ? t('wallet.bill.free') : amountText({ amount, currency, sign: true, exact: true }),
        ],
        [
          t('wallet.trail.paid'),
          paid !== undefined && amountText({ amount: paid, currency: paidCurrency, exact: true }),
        ],
        [t('wallet.trail.state'), statusWord(bill)],
        from && to
          ? [t('wallet.trail.way'), `${accountName(from)} → ${accountName(to)}`]
          : [t('wallet.trail.account'), accountName(account)],
        [t('wallet.trail.place'), placeText(remark)],
        [t('wallet.in.network'), network],
        [t('wallet.trail.to'), address],
        [t('wallet.trail.txId'), txId],
        [t('wallet.trail.time'), dateTime(createTime)],
        [t('wallet.trail.id'), id],
      ]}
    />
  )
}
