import { t } from '../../../../state/locale.ts'

/** A time to wait, in the words people use. */
export function minutes(seconds: number): string {
  return seconds < 60
    ? t('card.seconds', { count: seconds })
    : t('card.minutes', { count: Math.ceil(seconds / 60) })
}
