import { css } from 'goober'
import type { Bill } from '../../../../contract/bill.ts'
import { t } from '../../../state/locale.ts'
import { List } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { when } from '../../../ui/when.ts'
import { type Month, monthsOf, type Sum, totalsOf } from './bill-groups.ts'
import { BillRow } from './bill-row.tsx'
import { dayName, monthName, timeName } from './month.ts'

export interface BillListProps {
  bills: Bill[]
  /** The last month may have more rows than these. */
  isPartial: boolean
  onOpen: (id: string) => void
}

/** What is pending on top, then months with their sums, then days. */
export function BillList({ bills, isPartial, onOpen }: BillListProps) {
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
      {months.map((month, index) => (
        <MonthOfBills
          key={month.month}
          of={month}
          isPartial={isPartial && index === months.length - 1}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

function MonthOfBills({
  of,
  isPartial,
  onOpen,
}: {
  of: Month
  isPartial: boolean
  onOpen: (id: string) => void
}) {
  const totals = totalsOf(of.bills)
  return (
    <section>
      <header>
        <h2>{monthName(of.month)}</h2>
        <Sums label={t('wallet.bill.in')} sums={totals.in} />
        <Sums label={t('wallet.bill.out')} sums={totals.out} />
        {isPartial && totals.in.length + totals.out.length > 0 && <span>{t('wallet.bill.partial')}</span>}
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

function Sums({ label, sums }: { label: string; sums: Sum[] }) {
  if (sums.length === 0) return null
  return (
    <p>
      {label}
      {sums.map(({ amount, currency }) => (
        <Money key={currency} sign amount={amount} currency={currency} />
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
    top: 56px;
    z-index: 4;
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: baseline;
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
