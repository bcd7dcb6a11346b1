import { css } from 'goober'
import type { Bill } from '../../../../contract/bill.ts'
import { t } from '../../../state/locale.ts'
import { List } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { when } from '../../../ui/when.ts'
import { type Month, monthsOf } from './bill-groups.ts'
import { BillRow } from './bill-row.tsx'
import { dayName, monthName, timeName } from './month.ts'
import type { MonthSums } from './use-sums.ts'

export interface BillListProps {
  bills: Bill[]
  /** Of whole months, whatever of them is shown. */
  sums: MonthSums
  onOpen: (id: string) => void
}

/** What is pending on top, then months with their sums, then days. */
export function BillList({ bills, sums, onOpen }: BillListProps) {
  const pending = bills.filter(({ status }) => status === 'pending')
  const months = monthsOf(bills.filter(({ status }) => status !== 'pending'))
  return (
    <div class={box}>
      {pending.length > 0 && (
        <div>
          <h3>{t('wallet.bill.pending')}</h3>
          <List label={t('wallet.bill.pending')}>
            {pending.map(bill => (
              <BillRow key={bill.id} bill={bill} time={when(bill.createTime)} onOpen={onOpen} />
            ))}
          </List>
        </div>
      )}
      {months.map(of => (
        <MonthOfBills
          key={of.month}
          of={of}
          sums={sums.filter(({ month }) => month === of.month)}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

function MonthOfBills({ of, sums, onOpen }: { of: Month; sums: MonthSums; onOpen: (id: string) => void }) {
  return (
    <section>
      <header>
        <h2>{monthName(of.month)}</h2>
        <Sums label={t('wallet.bill.in')} side="in" sums={sums} />
        <Sums label={t('wallet.bill.out')} side="out" sums={sums} />
      </header>
      {of.days.map(({ day, bills }) => (
        <div key={day}>
          <h3>{dayName(day)}</h3>
          <List label={dayName(day)}>
            {bills.map(bill => (
              <BillRow key={bill.id} bill={bill} time={timeName(bill.createTime)} onOpen={onOpen} />
            ))}
          </List>
        </div>
      ))}
    </section>
  )
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

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
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
    min-height: 60px;
    margin: 0 calc(-1 * var(--gutter));
    padding: 8px calc(4px + var(--gutter));
    background: var(--bg);
    font-size: .8125rem;
    line-height: 1.25rem;
    color: var(--text-3);
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
  & h3 {
    padding: 0 4px 6px;
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
`
