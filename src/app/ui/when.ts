import { signal } from '@preact/signals'
import { language, t } from '../state/locale.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What the reader's clock shows at a moment, read as UTC: the phone's clock, until follow-zone.ts has another. */
export const clock = signal((at: Date) => +at - at.getTimezoneOffset() * 60_000)

/**
 * A time the way people say it: today 09:41, yesterday 18:02, else the day, with its minute while somebody waits for it.
 * Without `Intl`, whose first use holds a slow phone for some 150 ms, and Home shows times.
 */
export function when(at: string | Date): string {
  const words = whenInside(at)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same within a sentence. */
export function whenInside(at: string | Date): string {
  const now = spelled(new Date())
  const then = spelled(at)
  const days = now.days - then.days
  if (days === 0) return t('when.today', then)
  if (days === 1) return t('when.yesterday', then)
  const day = t(then.year === now.year ? 'when.day' : 'when.year', then)
  return days < 0 ? `${day} ${then.time}` : day
}

/** What `Date` spells by itself is the same everywhere (ECMA-262, 21.4.4.43): English names and 24 hours. */
export function spelled(at: string | Date) {
  const date = new Date(clock.value(new Date(at)))
  const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ')
  return {
    days: Math.floor(+date / dayMs),
    year,
    month: language.value === 'zh-CN' ? date.getUTCMonth() + 1 : month,
    day: Number(day),
    time: time.slice(0, 5),
  }
}
