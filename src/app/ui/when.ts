import { language, t } from '../state/locale.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A time the way people say it: today 09:41, yesterday 18:02, else the day. */
export function when(at: string | Date): string {
  const date = new Date(at)
  const time = date.toLocaleTimeString(language.value, { hour: '2-digit', minute: '2-digit', hour12: false })
  const days = Math.round((midnight(new Date()) - midnight(date)) / dayMs)
  if (days === 0) return t('when.today', { time })
  if (days === 1) return t('when.yesterday', { time })
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return date.toLocaleDateString(language.value, {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
