import { css } from 'goober'
import { useEffect, useRef } from 'react'
import { monthName } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import type { Load } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { Money } from '../../../../ui/money.tsx'
import { paper } from '../../../../ui/paper.ts'
import type { Purchase } from './purchase-parts.tsx'
import { spendingOf } from './spending.ts'
import { useWholeMonth } from './use-whole-month.ts'

/**
 * What a month's money went for. Nothing when nothing was spent, which is not the same as not knowing it. Where the list
 * beside it has failed, too, that says so for both, and what is read again there is read again here.
 */
export function SpendingChart({
  cardId,
  month,
  beside,
}: {
  cardId: string
  month: string
  beside: Load<unknown>['state']
}) {
  const whole = useWholeMonth({ cardId, month })
  const { state, reload } = whole
  const before = useRef(beside)
  useEffect(() => {
    if (before.current === 'failed' && beside !== 'failed' && state === 'failed') reload()
    before.current = beside
  }, [beside, state, reload])
  const isTold = state === 'failed' && beside === 'failed'
  if (isTold) return whole.data && <Chart list={whole.data} month={month} />
  return (
    <Loaded of={whole} bones={false}>
      {list => <Chart list={list} month={month} />}
    </Loaded>
  )
}

/** A table whose rows are bars. */
function Chart({ list, month }: { list: Purchase[]; month: string }) {
  const { total, parts } = spendingOf(list)
  if (parts.length === 0) return null
  return (
    <table class={`${paper} ${chart}`}>
      <caption>
        <span>{t('card.spending.title', { month: monthName(month) })}</span>
        <b>
          <Money amount={total} currency="USD" />
        </b>
      </caption>
      <tbody>
        {parts.map(({ group, amount, share }) => (
          <tr key={group}>
            <th scope="row">{t(`card.spending.${group}`)}</th>
            <td class="num">
              <Money amount={amount} currency="USD" /> <span class="cap">{`${Math.round(share)}%`}</span>
            </td>
            <td aria-hidden="true" style={`--share:${share}%`} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const chart = css`
  display: grid;
  gap: 10px;
  padding: 14px 16px;
  & tbody {
    display: grid;
    gap: 10px;
  }
  & caption,
  & tr {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 12px;
    justify-content: space-between;
    text-align: start;
  }
  & th {
    font-weight: 400;
    color: var(--text-2);
  }
  & [style] {
    width: 100%;
    height: 6px;
    border-radius: 3px;
    background: linear-gradient(90deg, var(--accent) var(--share), var(--sunken) 0);
  }
`
