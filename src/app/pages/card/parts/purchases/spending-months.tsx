import { spending } from '../../../../../contract/card.ts'
import { monthBy, monthOf } from '../../../../display/calendar.ts'
import { MonthColumns } from '../../../../display/month-columns.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { zone } from '../../../../preferences/zone.ts'
import { t } from '../../../../state/locale.ts'

const shown = 6

/** What each of six months came to; a press chooses the month. Nothing when nothing was spent in any. */
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
  if (!data?.some(({ amount }) => Number(amount) > 0)) return null
  return (
    <MonthColumns
      label={t('card.spending.months')}
      months={data}
      currency="USD"
      chosen={month}
      onChoose={onChoose}
    />
  )
}
