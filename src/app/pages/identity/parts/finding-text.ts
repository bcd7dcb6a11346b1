import { t } from '../../../state/locale.ts'
import type { Kyc } from './use-kyc.ts'

export type Finding = Kyc['findings'][number]

/** What was noticed on a picture, in words, with what can be done about it. */
export function findingText(what: Finding['what']): string {
  return t(`identity.finding.${what}`)
}
