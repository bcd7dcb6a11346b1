import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { Bill } from '../../../../../contract/bill.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { placeText } from '../../../../display/place-text.ts'
import { rateText } from '../../../../display/rate-text.ts'
import { t } from '../../../../state/locale.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { OutAddress } from '../out/out-address.tsx'
import { accountName, kindWord } from './bill-words.ts'

/** What a bill says of itself: kind, accounts, sums, place, numbers to copy. */
export function TrailSummary({ bill }: { bill: Bill }) {
  const { id, type, status, account, fee, currency, remark, createTime } = bill
  const {
    from,
    to,
    paid,
    paidCurrency = '',
    network,
    txId,
    address,
    label,
    note,
    rate,
    authorized,
    unannounced,
  } = remark
  return (
    <Summary
      label={t('wallet.trail.facts')}
      items={[
        { label: t('wallet.trail.kind'), value: kindWord(bill) },
        { label: t('wallet.trail.time'), value: dateTime(createTime) },
        from && to
          ? { label: t('wallet.trail.way'), value: `${accountName(from)} → ${accountName(to)}` }
          : { label: t('wallet.trail.account'), value: accountName(account) },
        {
          label: t('wallet.trail.paid'),
          value: paid && <Money exact amount={paid} currency={paidCurrency} />,
        },
        {
          label: t('wallet.trail.sent'),
          value: type === 'remittance' && remark.amount && (
            <Money exact amount={remark.amount} currency={remark.currency ?? ''} />
          ),
        },
        {
          label: t(status === 'pending' ? 'wallet.trail.feeToCome' : 'wallet.trail.fee'),
          value: /[1-9]/.test(fee) && <Money exact amount={fee} currency={currency} />,
        },
        {
          label: t('wallet.trail.authorized'),
          value: authorized && <Money amount={authorized} currency={currency} />,
          note: t('wallet.trail.authorizedWhy'),
        },
        { label: t('wallet.trail.unannounced'), value: unannounced && t('wallet.trail.unannouncedText') },
        { label: t('wallet.trail.feeFor'), value: type === 'fee' && remark.merchant },
        { label: t('wallet.trail.place'), value: placeText(remark) },
        { label: t('wallet.trail.rate'), value: rate && `1 ${paidCurrency} = ${rateText(rate)} USDT` },
        { label: t('wallet.in.network'), value: network },
        {
          label: t('wallet.trail.to'),
          value: address && (
            <Long text={address} label={t('wallet.trail.to')} name={label}>
              <OutAddress address={address} />
            </Long>
          ),
        },
        { label: t('wallet.trail.note'), value: note },
        { label: t('wallet.trail.txId'), value: txId && <Long text={txId} label={t('wallet.trail.txId')} /> },
        { label: t('wallet.trail.id'), value: <Long text={id} label={t('wallet.trail.id')} /> },
      ]}
    />
  )
}

interface LongProps {
  text: string
  label: string
  name?: string | undefined
  /** How it is written; nothing for a number nobody reads. */
  children?: ComponentChildren
}

/** Something long, whole, to copy; below a name if it has one. */
export function Long({ text, label, name, children }: LongProps) {
  return (
    <span class={long}>
      <span>
        {name}
        {children ?? <bdi dir="ltr">{text}</bdi>}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

const long = css`
  display: flex;
  gap: 4px;
  align-items: center;
  margin-inline-end: -12px;
  text-align: start;
  font-size: .8125rem;
  line-height: 1.125rem;
  font-weight: 400;
  & > span > bdi {
    display: block;
    padding: 3px 0;
    overflow-wrap: anywhere;
  }
  /* Its line stays as low as the text. */
  & > button {
    margin: -11px 0;
  }
`
