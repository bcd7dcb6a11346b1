import { css } from 'goober'
import { Money } from '../ui/money.tsx'
import { paper } from '../ui/paper.ts'
import { monthName, shortMonthName } from './calendar.ts'

interface MonthColumnsProps {
  /** What the table is of. */
  label: string
  /** The sums of some months in one currency; of twelve, six stand on a line. */
  months: readonly { month: string; amount: string }[]
  currency: string
  /** Where a month leads; without, a press chooses it. */
  hrefOf?: (month: string) => string
  chosen?: string
  onChoose?: (month: string) => void
}

/** What each of some months came to, as a table whose rows stand side by side as columns. */
export function MonthColumns({ label, months, currency, ...way }: MonthColumnsProps) {
  const most = Math.max(...months.map(({ amount }) => Number(amount) || 0), 0)
  return (
    <table class={`${paper} ${chart}`} data-year={months.length > 6 ? '' : undefined}>
      <caption class="sr">{label}</caption>
      <tbody>
        {months.map(({ month, amount }) => (
          <tr key={month}>
            <th scope="row">
              <Way month={month} {...way} />
            </th>
            <td>
              <Money amount={amount} currency={currency} bare />
            </td>
            <td aria-hidden="true" style={`--share:${shareOf(amount, most)}%`} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Way({
  month,
  hrefOf,
  chosen,
  onChoose,
}: { month: string } & Pick<MonthColumnsProps, 'hrefOf' | 'chosen' | 'onChoose'>) {
  const words = shortMonthName(month)
  if (hrefOf)
    return (
      <a href={hrefOf(month)} aria-label={monthName(month)}>
        {words}
      </a>
    )
  return (
    <button
      type="button"
      aria-label={monthName(month)}
      aria-pressed={month === chosen}
      onClick={() => onChoose?.(month)}
    >
      {words}
    </button>
  )
}

function shareOf(amount: string, most: number): number {
  return most > 0 ? Math.max(0, Math.round(((Number(amount) || 0) / most) * 100)) : 0
}

const chart = css`
  padding: 12px 8px 4px;
  & tbody {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(2.75rem, 1fr));
  }
  &[data-year] tbody {
    grid-template-columns: repeat(auto-fit, minmax(max(2.75rem, 16%), 1fr));
    row-gap: 8px;
  }
  & tr {
    display: flex;
    flex-direction: column-reverse;
    align-items: center;
    gap: 2px;
    min-width: 0;
    text-align: center;
  }
  & td {
    font-size: .6875rem;
    line-height: 1rem;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
  & th + td {
    flex: 1;
  }
  & [style] {
    width: 60%;
    max-width: 48px;
    height: 48px;
    border-bottom: 1px solid var(--line);
    border-radius: 3px 3px 0 0;
    background: linear-gradient(0deg, var(--accent) var(--share), transparent 0) no-repeat;
  }
  & th {
    width: 100%;
    font-weight: 400;
  }
  & button,
  & a {
    display: grid;
    place-items: center;
    width: 100%;
    min-height: 44px;
    border-radius: 12px;
    font-size: .8125rem;
    color: var(--text-2);
  }
  & [aria-pressed="true"] {
    color: var(--accent);
    font-weight: 600;
  }
`
