import { css } from 'goober'
import type { Bill } from '../../../../contract/bill.ts'
import { dateTime } from '../../../format.ts'
import { language, t } from '../../../state/locale.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { accountName } from './bill-words.ts'

/** What a bill says of itself: kind, accounts, sums, place, numbers to copy. */
export function TrailFacts({ bill }: { bill: Bill }) {
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
    <Facts
      label={t('wallet.trail.facts')}
      facts={[
        [t('wallet.trail.kind'), t(`billKind.${type}`)],
        [t('wallet.trail.time'), dateTime(createTime)],
        from && to
          ? [t('wallet.trail.way'), `${accountName(from)} → ${accountName(to)}`]
          : [t('wallet.trail.account'), accountName(account)],
        [t('wallet.trail.paid'), paid && <Money exact amount={paid} currency={paidCurrency} />],
        [
          t('wallet.trail.sent'),
          type === 'remittance' && remark.amount && (
            <Money exact amount={remark.amount} currency={remark.currency ?? ''} />
          ),
        ],
        [
          t(status === 'pending' ? 'wallet.trail.feeToCome' : 'wallet.trail.fee'),
          /[1-9]/.test(fee) && <Money exact amount={fee} currency={currency} />,
        ],
        [t('wallet.trail.authorized'), authorized && <Money amount={authorized} currency={currency} />],
        [t('wallet.trail.unannounced'), unannounced && t('wallet.trail.unannouncedText')],
        [t('wallet.trail.feeFor'), type === 'fee' && remark.merchant],
        [t('wallet.trail.place'), placeOf(remark)],
        [t('wallet.trail.rate'), rate && `1 ${paidCurrency} = ${rate} USDT`],
        [t('wallet.in.network'), network],
        [t('wallet.trail.to'), address && <Long text={address} label={t('wallet.trail.to')} name={label} />],
        [t('wallet.trail.note'), note],
        [t('wallet.trail.txId'), txId && <Long text={txId} label={t('wallet.trail.txId')} />],
        [t('wallet.trail.id'), <Long key={id} text={id} label={t('wallet.trail.id')} />],
      ]}
    />
  )
}

/** A number nobody reads, whole, to copy; after a name if it has one. */
export function Long({ text, label, name }: { text: string; label: string; name?: string | undefined }) {
  return (
    <span class={long}>
      <span>
        {name}
        <bdi dir="ltr">{text}</bdi>
      </span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function placeOf({ city, country }: Bill['remark']): string {
  return [city, country && regionName(country)].filter(Boolean).join(', ')
}

function regionName(country: string): string {
  try {
    return new Intl.DisplayNames([language.value], { type: 'region' }).of(country) ?? country
  } catch {
    return country
  }
}

const long = css`
  display: flex;
  gap: 4px;
  align-items: center;
  margin: -11px -12px -11px 0;
  text-align: start;
  font-size: .8125rem;
  line-height: 1.125rem;
  font-weight: 400;
  & bdi {
    display: block;
    padding: 6px 0;
    overflow-wrap: anywhere;
  }
`
