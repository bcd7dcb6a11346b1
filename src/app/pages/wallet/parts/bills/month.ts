import { dayBy, dayOf, monthBy, monthOf, weekday } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'

/** Today, yesterday, else the day and its weekday. */
export function dayName(day: string): string {
  const today = dayOf(new Date())
  if (day === today) return t('wallet.today')
  return day === dayBy(today, -1) ? t('wallet.yesterday') : weekday(day)
}

/** The first of the months that are shown when none is chosen: the last three are in them, and none is there in part. */
export function firstRecent(): string {
  return monthBy(monthOf(), -3)
}
