import { language, t } from '../state/locale.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * A time the way people say it: today 09:41, yesterday 18:02, else the day. Without `Intl`, whose first use holds a slow
 * phone for some 150 ms, and Home shows times.
 */
export function when(at: string | Date): string {
  const date = new Date(at)
  const now = new Date()
  const days = Math.round((midnight(now) - midnight(date)) / dayMs)
  const parts = spelled(date)
  if (days === 0) return t('when.today', parts)
  if (days === 1) return t('when.yesterday', parts)
  return t(parts.year === now.getFullYear() ? 'when.day' : 'when.year', parts)
}

/** What `Date` spells by itself is the same everywhere (ECMA-262, 21.4.4.41): English names and 24 hours. */
export function spelled(date: Date) {
  return {
    year: date.getFullYear(),
    month: language.value === 'zh-CN' ? date.getMonth() + 1 : date.toString().slice(4, 7),
    day: date.getDate(),
    time: date.toTimeString().slice(0, 5),
  }
}

function midnight(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0)
}
