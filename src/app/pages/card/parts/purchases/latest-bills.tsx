import { userBill } from '../../../../../contract/bill.ts'
import type { Card } from '../../../../../contract/card.ts'
import { stateWord } from '../../../../display/bill-state.ts'
import { declineWord } from '../../../../display/decline-word.ts'
import { feeName } from '../../../../display/fee-name.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { OwnWords } from '../../../../display/own-words.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { dots } from '../../../../ui/dots.ts'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { when } from '../../../../ui/when.ts'
import { Struck } from './struck.tsx'

const icons: Record<string, IconName> = {
  topUp: 'plus',
  remittance: 'plus',
  refund: 'rotate-ccw',
  transfer: 'arrow-left-right',
  fee: 'receipt',
  openCard: 'credit-card',
}

/** The last movements of one card, whatever their kind. */
export function LatestBills({ card }: { card: Card }) {
  const bills = useLoad(userBill, { pageSize: 5, page: 1, cardOutId: card.cardOutId })
  return (
    <Section title={t('card.recent')} all={link('bill', { cardOutId: card.cardOutId })}>
      <Loaded of={bills} bones={<Skeleton rows={5} />}>
        {({ list }) => (
          <List label={t('card.recent')}>
            {list.length === 0 && (
              <Row icon="receipt" title={<span class="cap">{t('card.recentNone')}</span>} />
            )}
            {list.map(({ id, type, amount, currency, status, remark, createTime, note }) => (
              <Row
                key={id}
                icon={icons[type] ?? 'shopping-bag'}
                {...(status === 'declined' || status === 'failed' ? { tone: 'neg' as const } : {})}
                title={<NameText of={titleOf({ type, remark })} />}
                note={
                  <>
                    {noteOf({ type, status, remark, createTime })}
                    <OwnWords text={note} />
                  </>
                }
                value={<Sum status={status} amount={amount} currency={currency} />}
                href={link('bill', { id })}
              />
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  )
}

type Bill = NonNullable<ReturnType<typeof useLoad<typeof userBill>>['data']>['list'][number]

function titleOf({ type, remark }: Pick<Bill, 'type' | 'remark'>): string {
  return type === 'fee' ? feeName(remark.fee) : (remark.merchant ?? t(`billKind.${type}`))
}

/** It has a sign once the money has moved; it is grey until then, and struck through when it will not move. */
function Sum({ status, amount, currency }: Pick<Bill, 'status' | 'amount' | 'currency'>) {
  const money = <Money sign={status === 'done'} amount={amount} currency={currency} />
  if (status === 'pending') return <span style="color:var(--text-2)">{money}</span>
  return <Struck isOff={status !== 'done'}>{money}</Struck>
}

function noteOf({
  type,
  status,
  remark,
  createTime,
}: Pick<Bill, 'type' | 'status' | 'remark' | 'createTime'>): string {
  const isPurchase = type === 'consume' || type === 'cardTransaction'
  const word = type === 'fee' ? remark.merchant : t(`billKind.${type}`)
  const kind = remark.merchant && !isPurchase && status === 'done' ? word : ''
  const state = status === 'done' ? '' : stateWord({ type, status, remark })
  const reason = status === 'declined' ? declineWord(remark.reason ?? null) : ''
  return dots(kind, state, reason, when(createTime))
}
