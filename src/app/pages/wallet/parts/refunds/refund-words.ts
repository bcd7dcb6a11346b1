import type { Output } from '../../../../../contract/call.ts'
import type { RefundTrouble, RefundWatch, refundTerms } from '../../../../../contract/refund.ts'
import { date, startOf } from '../../../../display/calendar.ts'
import { refusalText } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { againAt, type No, plainTrouble } from '../../../../trouble/trouble.ts'

export type Terms = Output<typeof refundTerms>
type Refused = Parameters<typeof refusalText>[0] & No

/** The words of a no. */
export function refundRefusal(reply: Refused): string | null {
  const { reason } = (reply.details ?? {}) as { reason?: RefundTrouble }
  if (reply.key === 'refund_watch_refused' && reason) return t(`refund.trouble.${reason}`)
  const time = againAt(reply)
  if (time) return t('refund.tooOften', { time })
  if (reply.key === 'limit_exceeded') return t('refund.tooMany')
  if (reply.key === 'network') return t('refund.lostAnswer')
  return plainTrouble(reply, { currency: 'USD' })?.text ?? refusalText(reply)
}

/** Whether a no is about the day that was chosen. */
export function isAboutDay({ key, details }: Refused): boolean {
  return key === 'input_invalid' && 'by' in ((details?.fields as object | undefined) ?? {})
}

/** A day with its year. */
export function dayText(day: string): string {
  return date(startOf(day))
}

/** How long until a refund is late, or how late it is. */
export function leftText({ daysLeft, isLate }: Pick<RefundWatch, 'daysLeft' | 'isLate'>): string {
  if (isLate) return daysLeft < 0 ? t('refund.late', { days: -daysLeft }) : t('refund.lateNow')
  return daysLeft > 0 ? t('refund.days', { days: daysLeft }) : t('refund.today')
}

/** The colour of how it stands. */
export function toneOf({ daysLeft, isLate }: Pick<RefundWatch, 'daysLeft' | 'isLate'>) {
  return isLate ? 'neg' : daysLeft < 3 ? 'warn' : 'info'
}
