import { monthOf } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { go, link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { MonthPicker } from './month-picker.tsx'
import { Purchases } from './purchases.tsx'
import { usePurchases } from './use-purchases.ts'

const shown = 5

interface MonthBillsProps {
  cardId: string
  /** As the URL of the card's page has it; this month without. */
  month?: string | undefined
  earliest: string
}

/** The latest purchases of one month, and the way to all of them. */
export function MonthBills({ cardId, month = monthOf(), earliest }: MonthBillsProps) {
  return (
    <Section title={t('card.bills')} all={link('bill2', { cardId, month })}>
      <MonthPicker
        month={month}
        earliest={monthOf(earliest)}
        onChange={next => go('cardDetail', { id: cardId, month: next }, { replace: true })}
      />
      <Latest key={month} cardId={cardId} month={month} />
    </Section>
  )
}

function Latest({ cardId, month }: { cardId: string; month: string }) {
  const { first, rows } = usePurchases({ cardId, month })
  return (
    <Loaded of={first} bones={<Skeleton rows={2} />}>
      {() =>
        rows.length === 0 ? (
          <p class="cap" style="padding:8px 4px">
            {t('card.bills.none')}
          </p>
        ) : (
          <Purchases list={rows.slice(0, shown)} label={t('card.bills')} />
        )
      }
    </Loaded>
  )
}
