import { css } from 'goober'
import { useMemo } from 'react'
import type { Bill } from '../../../../../contract/bill.ts'
import { monthName, timeOf } from '../../../../display/calendar.ts'
import { language, t } from '../../../../state/locale.ts'
import { List } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { clock, when } from '../../../../ui/when.ts'
import { type Day, type Month, monthsOf } from './bill-groups.ts'
import { BillRow } from './bill-row.tsx'
import { dayName } from './month.ts'
import { useNear } from './use-near.ts'
import { useSame } from './use-same.ts'
import type { MonthSums } from './use-sums.ts'

interface BillListProps {
  bills: Bill[]
  /** Of whole months, whatever of them is shown; null where none are to come. */
  sums: MonthSums | null
  onOpen: (bill: Bill) => void
}

/** What is pending on top, then months with their sums, then days. */
export function BillList({ bills, sums, onOpen }: BillListProps) {
  const pending = bills.filter(({ status }) => status === 'pending')
  const readersClock = clock.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: days begin where the clock says so
  const months = useMemo(
    () => monthsOf(bills.filter(({ status }) => status !== 'pending')),
    [bills, readersClock],
  )
  return (
    <div class={box}>
      {pending.length > 0 && (
        <div class="pending">
          <h2>{t('wallet.bill.pending')}</h2>
          <List label={t('wallet.bill.pending')}>
            {pending.map(bill => (
              <BillRow key={bill.id} bill={bill} time={when(bill.createTime)} isSaid onOpen={onOpen} />
            ))}
          </List>
        </div>
      )}
      {months.map(of => (
        <MonthOfBills
          key={of.month}
          of={of}
          sums={sums?.filter(({ month }) => month === of.month) ?? null}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

function MonthOfBills({ of, sums, onOpen }: { of: Month } & Omit<BillListProps, 'bills'>) {
  return (
    <section>
      <header data-summed={sums ? '' : undefined}>
        <h2>{monthName(of.month)}</h2>
        {sums && (
          <>
            <Sums label={t('wallet.bill.in')} side="in" sums={sums} />
            <Sums label={t('wallet.bill.out')} side="out" sums={sums} />
          </>
        )}
      </header>
      {of.days.map(({ day, ...rest }) => (
        <DayOfBills key={day} title={dayName(day)} {...rest} onOpen={onOpen} />
      ))}
    </section>
  )
}

interface DayOfBillsProps extends Pick<Day, 'bills' | 'isAtFirst'> {
  title: string
  onOpen: (bill: Bill) => void
}

/** Drawn while one is near, and again only when something of it changed: there may be a thousand rows. */
function DayOfBills({ title, bills, isAtFirst, onOpen }: DayOfBillsProps) {
  const { element, isNear, height } = useNear({ isAtFirst })
  const rows = useSame(bills)
  const spoken = language.value
  const readersClock = clock.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words are those of the language, its times those of the clock
  return useMemo(
    () => (
      <div ref={element} class="day" style={roomOf({ rows: rows.length, isNear, height })}>
        <h3>{title}</h3>
        {isNear && (
          <List label={title}>
            {rows.map(bill => (
              <BillRow key={bill.id} bill={bill} time={timeOf(bill.createTime)} onOpen={onOpen} />
            ))}
          </List>
        )}
      </div>
    ),
    [rows, title, isNear, height, onOpen, spoken, readersClock],
  )
}

interface Room {
  rows: number
  isNear: boolean
  /** When it was left. */
  height: number | undefined
}

/** What a day takes while it is not laid out: what it took before, or what its rows usually do. */
function roomOf({ rows, isNear, height = rows * 65 + 27 }: Room): string {
  return `${isNear ? 'contain-intrinsic-height:auto' : 'height:'} ${height}px`
}

function Sums({ label, side, sums }: { label: string; side: 'in' | 'out'; sums: MonthSums }) {
  const moved = sums.filter(sum => sum[side] !== '0')
  if (moved.length === 0) return null
  return (
    <p>
      {label}
      {moved.map(({ currency, [side]: amount }) => (
        <Money key={currency} sign amount={side === 'in' ? amount : `-${amount}`} currency={currency} />
      ))}
    </p>
  )
}

// What is laid out late is cut off at its edge: a pixel of room for the line around the list.
const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  & .day {
    margin: -1px;
    padding: 1px;
    content-visibility: auto;
  }
  & section > header {
    position: sticky;
    top: calc(56px + var(--safe-top));
    z-index: 4;
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: baseline;
    align-content: start;
    margin: 0 calc(-1 * var(--gutter));
    padding: 8px calc(4px + var(--gutter));
    background: var(--bg);
    font-size: .8125rem;
    line-height: 1.25rem;
    color: var(--text-3);
  }
  & [data-summed] {
    min-height: 80px;
  }
  & h2 {
    width: 100%;
    color: var(--text);
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & header p {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    color: var(--text-2);
  }
  & h3,
  & .pending > h2 {
    padding: 0 4px 6px;
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
`
