import { css } from 'goober'
import { monthName, shortMonthName } from '../../../../display/calendar.ts'
import { monthsSince } from '../../../../display/months.ts'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'

interface MonthsProps {
  month: string | undefined
  /** Null: the last three months. */
  onChoose: (month: string | undefined) => void
}

/** Every month since the account was opened, and the last three together. */
export function Months({ month, onChoose }: MonthsProps) {
  const first = session.value?.user.createTime ?? new Date().toISOString()
  return (
    <>
      <Button kind={month ? 'plain' : 'primary'} onPress={() => onChoose(undefined)}>
        {t('wallet.bill.recent')}
      </Button>
      {monthsSince(first).map(([year, months]) => (
        <section key={year} class={grid} aria-label={year}>
          <h3 class="num">{year}</h3>
          {months.map(each => (
            <button
              key={each}
              type="button"
              aria-label={monthName(each)}
              aria-pressed={each === month}
              onClick={() => onChoose(each)}
            >
              {shortMonthName(each)}
            </button>
          ))}
        </section>
      ))}
    </>
  )
}

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr));
  gap: 8px;
  & h3 {
    grid-column: 1/-1;
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & button {
    min-height: 52px;
    border-radius: 14px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line);
  }
  & [aria-pressed="true"] {
    background: var(--ink);
    color: var(--on-ink);
  }
`
