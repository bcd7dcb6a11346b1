import { css } from 'goober'
import { useState } from 'react'
import { monthBy, monthName, monthOf, shortMonthName } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { monthsOf, yearOf } from './month.ts'

export interface MonthPickerProps {
  month: string
  /** The first month there can be anything in. */
  earliest: string
  onChange: (month: string) => void
}

/** One month at a time; the name of the month opens the year. */
export function MonthPicker({ month, earliest, onChange }: MonthPickerProps) {
  const [year, setYear] = useState<number | null>(null)
  const latest = monthOf()

  function choose(next: string) {
    setYear(null)
    onChange(next)
  }

  return (
    <div class={bar}>
      <Step
        label={t('card.month.earlier')}
        isDisabled={month <= earliest}
        onPress={() => choose(monthBy(month, -1))}
      />
      <button
        type="button"
        class="name"
        aria-label={t('card.month.choose', { month: monthName(month) })}
        onClick={() => setYear(yearOf(month))}
      >
        {monthName(month)}
        <Icon name="chevron-down" size={18} />
      </button>
      <Step
        isNext
        label={t('card.month.later')}
        isDisabled={month >= latest}
        onPress={() => choose(monthBy(month, 1))}
      />
      {year !== null && (
        <Sheet isOpen title={t('card.month.title')} onClose={() => setYear(null)}>
          <div class={bar}>
            <Step
              label={t('card.month.yearEarlier')}
              isDisabled={year <= yearOf(earliest)}
              onPress={() => setYear(year - 1)}
            />
            <b class="num" aria-live="polite">
              {year}
            </b>
            <Step
              isNext
              label={t('card.month.yearLater')}
              isDisabled={year >= yearOf(latest)}
              onPress={() => setYear(year + 1)}
            />
          </div>
          <div class={grid}>
            {monthsOf(year).map(each => (
              <button
                key={each}
                type="button"
                aria-pressed={each === month}
                disabled={each < earliest || each > latest}
                onClick={() => choose(each)}
              >
                {shortMonthName(each)}
              </button>
            ))}
          </div>
        </Sheet>
      )}
    </div>
  )
}

function Step({
  label,
  isNext,
  isDisabled,
  onPress,
}: {
  label: string
  isNext?: boolean
  isDisabled: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      class="step"
      data-earlier={isNext ? undefined : ''}
      aria-label={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name="chevron-right" />
    </button>
  )
}

const bar = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  & .step {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    color: var(--text-2);
  }
  & [data-earlier] svg {
    rotate: 180deg;
  }
  & .step:disabled {
    opacity: .65;
    cursor: default;
  }
  & .name {
    display: flex;
    gap: 6px;
    align-items: center;
    min-width: 0;
    min-height: 44px;
    padding: 0 4px;
    word-break: keep-all;
    font-size: 1.0625rem;
    font-weight: 600;
  }
  & b {
    font-size: 1.125rem;
  }
`
const grid = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 8px;
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
  & :disabled {
    opacity: .65;
    background: none;
    cursor: default;
  }
`
