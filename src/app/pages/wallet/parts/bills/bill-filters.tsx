import { css } from 'goober'
import { useEffect, useRef } from 'react'
import { monthName, yearName } from '../../../../display/calendar.ts'
import { costName } from '../../../../display/fee-name.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { billKinds } from './bill-kinds.ts'
import type { BillFilter } from './use-bills.ts'

interface BillFiltersProps {
  filter: BillFilter
  onFilter: (change: BillFilter) => void
}

/** Moves the line a chip lies in and nothing else: the page may be on its way back to where it was. */
function centre(chip: HTMLElement) {
  const line = chip.parentElement as HTMLElement
  const [of, within] = [chip.getBoundingClientRect(), line.getBoundingClientRect()]
  line.scrollLeft += of.left + of.width / 2 - (within.left + within.width / 2)
}

/** Eleven kinds in one line; before them what else narrows the list, to be taken away. */
export function BillFilters({ filter, onFilter }: BillFiltersProps) {
  const { type } = filter
  const line = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another chip
  useEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (chosen) centre(chosen)
  }, [type])

  function choose(next: BillFilter['type']) {
    feel('selection')
    onFilter({ type: next, cost: undefined })
  }

  return (
    <div ref={line} class={box}>
      <More filter={filter} onFilter={onFilter} />
      <Chips label={t('wallet.bill.kinds')}>
        <Chip isOn={!type} onPress={() => choose(undefined)}>
          {t('billKind.all')}
        </Chip>
        {billKinds.map(kind => (
          <Chip key={kind} isOn={type === kind} onPress={() => choose(kind)}>
            {t(`billKind.${kind}`)}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}

/** What else narrows the list, and from fees the way to what they come to. */
function More({ filter: { type, cardOutId, month, year, cost, cardless }, onFilter }: BillFiltersProps) {
  const isOfFees = type === 'fee' || cost !== undefined
  if (!(cardOutId || month || year || cardless || isOfFees)) return null
  return (
    <div class="more">
      {month && <Taken words={monthName(month)} onTake={() => onFilter({ month: undefined })} />}
      {year && <Taken words={yearName(year)} onTake={() => onFilter({ year: undefined })} />}
      {cost && <Taken words={costName(cost) ?? cost} onTake={() => onFilter({ cost: undefined })} />}
      {cardOutId && (
        <Taken words={t('wallet.bill.oneCard')} onTake={() => onFilter({ cardOutId: undefined })} />
      )}
      {cardless && <Taken words={t('wallet.bill.noCard')} onTake={() => onFilter({ cardless: undefined })} />}
      {isOfFees && <a href={link('fees', { year: year ?? month?.slice(0, 4) })}>{t('wallet.bill.fees')}</a>}
    </div>
  )
}

function Taken({ words, onTake }: { words: string; onTake: () => void }) {
  return (
    <button type="button" aria-label={t('wallet.bill.take', { words })} onClick={onTake}>
      {words}
      <Icon name="x" size={16} />
    </button>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  & .more {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  & .more a {
    display: grid;
    place-items: center;
    min-height: 44px;
    padding: 0 4px;
    font-size: .875rem;
    font-weight: 500;
  }
  & .more button {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-height: 44px;
    padding: 0 14px;
    border-radius: 999px;
    background: var(--accent-soft);
    color: var(--accent);
    font-size: .875rem;
    font-weight: 600;
  }
`
