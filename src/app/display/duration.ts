import { t } from '../state/locale.ts'

/** About how long, as one would say it: in fives from a quarter of an hour on, from 53 minutes on in half hours. */
export function duration(seconds: number): string {
  if (seconds < 60) return t('duration.seconds', { count: Math.max(1, seconds) })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 15) return t('duration.minutes', { count: minutes })
  if (minutes < 53) return t('duration.minutes', { count: Math.round(minutes / 5) * 5 })
  const halves = Math.round(minutes / 30)
  return t('duration.hours', { count: halves < 10 ? halves / 2 : Math.round(halves / 2) })
}
