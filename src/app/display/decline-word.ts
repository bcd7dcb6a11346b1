import { declineReason } from '../../contract/decline.ts'
import { t } from '../state/locale.ts'

/** Why a purchase was declined, in a few words; a reason we do not know is told as a security check. */
export function declineWord(reason: string | null): string {
  return t(`decline.${declineReason(reason)}`)
}
