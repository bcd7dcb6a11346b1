import { css } from 'goober'
import { spending } from '../../../../../contract/card.ts'
import { monthBy, monthName, monthOf, shortMonthName } from '../../../../display/calendar.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { zone } from '../../../../preferences/zone.ts'
import { t } from '../../../../state/locale.ts'
import { Money } from '../../../../ui/money.tsx'

const shown = 6

/** What each of six months came to, as a table whose rows stand side by side as columns; a press chooses the month. */
export function SpendingMonths({
  cardId,
  month,
  onChoose,
}: {
  cardId: string
  month: string
  onChoose: (month: string) => void
}) {
  const latest = monthOf()
  const until = month > monthBy(latest, -shown) ? latest : month
  const { data } = useLoad(spending, { cardId, month: until, timezone: zone() })
  const most = Math.max(...(data?.map(({ amount }) => Number(amount)) ?? []), 0)
  if (!data || most === 0) return null
  return (
    <table class={chart}>
      <caption class="sr">{t('card.spending.months')}</caption>
      <tbody>
        {data.map(each => (
          <tr key={each.month}>
            <th scope="row">
              <button
                type="button"
                aria-label={monthName(each.month)}
                aria-pressed={each.month === month}
                onClick={() => onChoose(each.month)}
              >
                {shortMonthName(each.month)}
              </button>
            </th>
            <td>
              <Money amount={each.amount} currency="USD" bare />
            </td>
            <td aria-hidden="true" style={`--share:${Math.round((Number(each.amount) / most) * 100)}%`} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const chart = css`
  padding: 12px 8px 4px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & tbody {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(2.75rem, 1fr));
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
    height: 48px;
    border-bottom: 1px solid var(--line);
    border-radius: 3px 3px 0 0;
    background: linear-gradient(0deg, var(--accent) var(--share), transparent 0);
  }
  & th {
    width: 100%;
    font-weight: 400;
  }
  & button {
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
