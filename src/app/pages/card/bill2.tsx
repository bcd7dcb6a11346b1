import { useEffect, useState } from 'react'
import { detail } from '../../../contract/card.ts'
import { isMonth, monthOf } from '../../display/calendar.ts'
import { Tool, Tools } from '../../display/page-tools.tsx'
import { WordSearch } from '../../forms/word-search.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
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
export default function CardBills({ query: { cardId, month, status, keyword } }: PageProps) {
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
      keyword={keyword?.slice(0, 64) || undefined}
    />
  )
}

function Bills(filter: PurchaseFilter) {
  const { cardId, month, status, keyword } = filter
  const [isSearching, search] = useState(Boolean(keyword))
  const card = useLoad(detail, { id: cardId })
  const isNarrow = Boolean(status || keyword)
  const earliest = card.data ? monthOf(card.data.createTime) : '2020-01'

  function narrow(change: Partial<PurchaseFilter>) {
    go('bill2', { ...filter, ...change }, { replace: true })
  }

  function toggleSearch() {
    if (isSearching && keyword) narrow({ keyword: undefined })
    search(!isSearching)
  }

  return (
    <Page
      title={card.data ? cardTitle(card.data) : t('card.bills')}
      action={
        <Tools>
          <Tool
            icon={isSearching ? 'x' : 'search'}
            label={t('card.search')}
            isOpen={isSearching}
            onPress={toggleSearch}
          />
          <Tool
            icon="download"
            label={t('card.statement')}
            onPress={() => go('cardDetail', { id: cardId, month, open: 'statement' })}
          />
        </Tools>
      }
    >
      {isSearching && (
        <WordSearch
          label={t('card.search')}
          placeholder={t('card.searchHint')}
          keyword={keyword ?? ''}
          onSearch={words => narrow({ keyword: words || undefined })}
        />
      )}
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
      {!isNarrow && (
        <SpendingMonths cardId={cardId} month={month} onChoose={next => narrow({ month: next })} />
      )}
      <Month key={JSON.stringify(filter)} {...filter} />
    </Page>
  )
}

function Month(filter: PurchaseFilter) {
  const { cardId, month, status, keyword } = filter
  const { first, ...pages } = usePurchases(filter)
  return (
    <>
      {!status && !keyword && <SpendingChart cardId={cardId} month={month} beside={first.state} />}
      <MonthList {...{ filter, first, ...pages }} />
    </>
  )
}

type Listed = ReturnType<typeof usePurchases> & { filter: PurchaseFilter }

function MonthList({ filter, first, rows, hasMore, isBusy, notice, more }: Listed) {
  return (
    <Loaded of={first} isMain>
      {() =>
        rows.length === 0 ? (
          <Nothing {...filter} />
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

/** Where words are not found in this month they may be in another, or on what is no purchase. */
function Nothing({ cardId, status, keyword }: PurchaseFilter) {
  if (keyword)
    return (
      <Empty icon="search" text={t('card.bills.noneOfWords')}>
        <Button kind="plain" href={link('bill', { cardOutId: cardId, keyword })}>
          {t('card.bills.searchAll')}
        </Button>
      </Empty>
    )
  return (
    <Empty icon="receipt" text={t(status ? 'card.bills.noneOfState' : 'card.bills.none')}>
      <Button kind="plain" href={link('questionAndAnswer', { q: 'declined' })}>
        {t('card.bills.missing')}
      </Button>
    </Empty>
  )
}
