import { declineReason, declineRoute, declineMend as mendOf } from '../../../../contract/decline.ts'
import { t } from '../../../state/locale.ts'

/** Why a purchase was declined, short and in full; a reason we do not know is told as a security check. */
export function declineWords(reason: string | null): { short: string; text: string } {
  const known = declineReason(reason)
  return { short: t(`card.decline.${known}`), text: t(`card.decline.${known}Text`) }
}

/** The way to mend it, where there is one. */
export function declineMend(reason: string | null, cardId: string): { label: string; href: string } | null {
  const known = declineReason(reason)
  const mend = mendOf(known)
  if (!mend) return null
  const label = mend === 'service' ? t('mend.service') : t(`card.mend.${mend}`)
  return { label, href: `#${declineRoute(known, { cardId })}` }
}
