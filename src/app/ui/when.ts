import { signal } from '@preact/signals'
import { language, t } from '../state/locale.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What the reader's clock shows at a moment, read as UTC: the phone's clock, until follow-zone.ts has another. */
export const clock = signal((at: Date) => +at - at.getTimezoneOffset() * 60_000)

/**
 * A time the way people say it: today 09:41, yesterday 18:02, else the day. Without `Intl`, whose first use holds a slow
 * phone for some 150 ms, and Home shows times.
 */
export function when(at: string | Date): string {
  const now = new Date()
  const days = dayNumber(now) - dayNumber(at)
  const parts = spelled(at)
  if (days === 0) return t('when.today', parts)
  if (days === 1) return t('when.yesterday', parts)
  return t(parts.year === spelled(now).year ? 'when.day' : 'when.year', parts)
}

/** What `Date` spells by itself is the same everywhere (ECMA-262, 21.4.4.43): English names and 24 hours. */
export function spelled(at: string | Date) {
  const date = new Date(clock.value(new Date(at)))
  const text = date.toUTCString()
  return {
    year: date.getUTCFullYear(),
    month: language.value === 'zh-CN' ? date.getUTCMonth() + 1 : text.slice(8, 11),
    day: date.getUTCDate(),
    time: text.slice(17, 22),
  }
}

function dayNumber(at: string | Date): number {
  return Math.floor(clock.value(new Date(at)) / dayMs)
}
