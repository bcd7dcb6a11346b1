import { useEffect, useState } from 'react'
import type { Bill as Row } from '../../../contract/bill.ts'
import { later } from '../../chunks/later.tsx'
import { isMonth } from '../../display/calendar.ts'
import { costName } from '../../display/fee-name.ts'
import { isYear } from '../../display/months.ts'
import { Tool, Tools } from '../../display/page-tools.tsx'
import { WordSearch } from '../../forms/word-search.tsx'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { ExportSheet } from '../../statement/later-sheet.ts'
import { Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { BillFilters } from './parts/bills/bill-filters.tsx'
import { isBillKind } from './parts/bills/bill-kinds.ts'
import { BillShelf } from './parts/bills/bill-shelf.tsx'
import { BillStates, billStates } from './parts/bills/bill-states.tsx'
import { Trail } from './parts/bills/trail.tsx'
import type { BillFilter } from './parts/bills/use-bills.ts'

const Months = later(() => import('./parts/bills/months.tsx').then(part => part.Months))
// Few people ever wait for a refund: the parts and their words are files of their own.
const Refunds = later(() => spoken(import('./parts/refunds/refunds.tsx')).then(part => part.Refunds))
const RefundSum = later(
  () => spoken(import('./parts/refunds/refund-sum.tsx')).then(part => part.RefundSum),
  64,
)

/**
 * Every bill of the account; with `id` the trail of one, with `refund` the refund that is waited for of the purchase with
 * that bill, or with `list` all of them. What narrows the list stands in the URL.
 */
export default function Bill({ query }: PageProps) {
  const member = useMember()
  if (!member) return <Page title={t('wallet.bill.title')}>{null}</Page>
  if (query.refund) {
    const title = t(query.refund === 'list' ? 'wallet.trail.awaitedAll' : 'wallet.trail.awaited')
    return (
      <Page key={query.refund} title={title}>
        <Refunds of={query.refund} />
      </Page>
    )
  }
  return query.id ? <OneBill key={query.id} id={query.id} /> : <AllBills filter={filterOf(query)} />
}

async function spoken<Part>(part: Promise<Part>): Promise<Part> {
  await loadWords('refund')
  return await part
}

function filterOf({
  type,
  cardOutId,
  keyword,
  status,
  month,
  year,
  cost,
  cardless,
}: PageProps['query']): BillFilter {
  return {
    type: isBillKind(type) ? type : undefined,
    cardOutId: cardOutId || undefined,
    keyword: keyword?.slice(0, 64) || undefined,
    status: billStates.find(state => state === status),
    month: isMonth(month) ? month : undefined,
    year: !isMonth(month) && isYear(year) ? year : undefined,
    cost: costName(cost) ? (cost as BillFilter['cost']) : undefined,
    cardless: cardless ? true : undefined,
  }
}

function OneBill({ id }: { id: string }) {
  useEffect(() => scrollTo(0, 0), [])
  return (
    <Page title={t('wallet.trail.title')}>
      <Trail id={id} isPage onOpen={({ id }) => go('bill', { id })} />
    </Page>
  )
}

function AllBills({ filter }: { filter: BillFilter }) {
  const [open, setOpen] = useState<Row | null>(null)
  const [isSearching, search] = useState(Boolean(filter.keyword || filter.status))
  const [isChoosing, choose] = useState(false)
  const [isExporting, exportOut] = useState(false)

  function narrow(change: BillFilter) {
    go('bill', { ...filter, ...change }, { replace: true })
  }
  function toggleSearch() {
    if (isSearching && (filter.keyword || filter.status)) narrow({ keyword: undefined, status: undefined })
    search(!isSearching)
  }

  return (
    <Page
      title={t('wallet.bill.title')}
      action={
        <Tools>
          <Tool
            icon={isSearching ? 'x' : 'search'}
            label={t('wallet.bill.search')}
            isOpen={isSearching}
            onPress={toggleSearch}
          />
          <Tool icon="calendar" label={t('wallet.bill.period')} onPress={() => choose(true)} />
          <Tool icon="download" label={t('wallet.export.title')} onPress={() => exportOut(true)} />
        </Tools>
      }
    >
      {isSearching && <Search filter={filter} onFilter={narrow} />}
      <BillFilters filter={filter} onFilter={narrow} />
      {filter.type === 'refund' && <RefundSum />}
      <BillShelf
        key={JSON.stringify(filter)}
        filter={filter}
        onOpen={setOpen}
        onClear={() => {
          search(false)
          go('bill', {}, { replace: true })
        }}
        onMonths={() => choose(true)}
      />
      <Sheet isOpen={open !== null} title={t('wallet.trail.title')} onClose={() => setOpen(null)}>
        {open && <Trail key={open.id} id={open.id} bill={open} onOpen={setOpen} />}
      </Sheet>
      <Sheet isOpen={isExporting} title={t('wallet.export.title')} onClose={() => exportOut(false)}>
        <ExportSheet month={filter.month} onKept={() => exportOut(false)} />
      </Sheet>
      <Sheet isOpen={isChoosing} title={t('wallet.bill.period')} onClose={() => choose(false)}>
        <Months
          month={filter.month}
          onChoose={month => {
            choose(false)
            narrow({ month, year: undefined })
          }}
        />
      </Sheet>
    </Page>
  )
}

/** Words to look for, and states below them. */
function Search({ filter, onFilter }: { filter: BillFilter; onFilter: (change: BillFilter) => void }) {
  const { keyword, status } = filter
  return (
    <>
      <WordSearch
        label={t('wallet.bill.search')}
        placeholder={t('wallet.bill.searchHint')}
        keyword={keyword ?? ''}
        isQuiet={Boolean(keyword || status)}
        onSearch={keyword => onFilter({ keyword })}
      />
      <BillStates status={status} onChoose={status => onFilter({ status })} />
    </>
  )
}
