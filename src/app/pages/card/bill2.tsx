import { useEffect } from 'react'
import { detail } from '../../../contract/card.ts'
import { isMonth, monthOf } from '../../calendar.ts'
import { go, link } from '../../hash-location.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { useMember } from '../../members-only.ts'
import type { PageProps } from '../../routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { cardTitle } from './parts/card-tile.tsx'
import { MonthPicker } from './parts/purchases/month-picker.tsx'
import { Purchases } from './parts/purchases/purchases.tsx'
import { SpendingChart } from './parts/purchases/spending-chart.tsx'
import { SpendingMonths } from './parts/purchases/spending-months.tsx'
import { type PurchaseFilter, usePurchases } from './parts/purchases/use-purchases.ts'

const states = ['pending', 'posted', 'declined', 'refunded', 'reversed', 'expired'] as const

/** Purchases of one card, month by month. */
export default function CardBills({ query: { cardId, month, status } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  if (!isMember || !cardId) return null
  return (
    <Bills
      cardId={cardId}
      month={isMonth(month) ? month : monthOf()}
      status={states.find(each => each === status)}
    />
  )
}

function Bills(filter: PurchaseFilter) {
  const { cardId, month, status } = filter
  const card = useLoad(detail, { id: cardId })
  const earliest = card.data ? monthOf(card.data.createTime) : '2020-01'

  function narrow(change: Partial<PurchaseFilter>) {
    go('bill2', { ...filter, ...change }, { replace: true })
  }

  return (
    <Page
      title={card.data ? cardTitle(card.data) : t('card.bills')}
      action={
        <a
          href={link('cardDetail', { id: cardId, month, open: 'statement' })}
          style="display:grid;place-items:center;min-height:44px"
        >
          {t('card.statement')}
        </a>
      }
    >
      <MonthPicker month={month} earliest={earliest} onChange={next => narrow({ month: next })} />
      <Chips label={t('card.status.label')}>
        <Chip isOn={!status} onPress={() => narrow({ status: undefined })}>
          {t('card.status.all')}
        </Chip>
        {states.map(each => (
          <Chip key={each} isOn={status === each} onPress={() => narrow({ status: each })}>
            {t(`card.status.${each}`)}
          </Chip>
        ))}
      </Chips>
      {!status && <SpendingMonths cardId={cardId} month={month} onChoose={next => narrow({ month: next })} />}
      {!status && <SpendingChart key={month} cardId={cardId} month={month} />}
      <MonthList key={`${month}${status}`} cardId={cardId} month={month} status={status} />
    </Page>
  )
}

function MonthList(filter: PurchaseFilter) {
  const { first, rows, hasMore, isBusy, notice, more } = usePurchases(filter)
  return (
    <Loaded of={first} isMain>
      {() =>
        rows.length === 0 ? (
          <Empty icon="receipt" text={t(filter.status ? 'card.bills.noneOfState' : 'card.bills.none')}>
            <Button kind="plain" href={link('questionAndAnswer', { q: 'declined' })}>
              {t('card.bills.missing')}
            </Button>
          </Empty>
        ) : (
          <>
            <Purchases list={rows} label={t('card.bills')} />
            <Notice text={notice} />
            {hasMore && (
              <Button kind="plain" isBusy={isBusy} onPress={more}>
                {t('card.more')}
              </Button>
            )}
            <p class="cap">{t('card.bills.end')}</p>
          </>
        )
      }
    </Loaded>
  )
}
