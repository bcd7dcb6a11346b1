import { t } from '../../../../state/locale.ts'

/** How many other devices were logged out. */
export function endedText(count: number): string {
  return count ? t('account.sessions.ended', { count }) : t('account.sessions.only')
}
