import { t } from '../../../state/locale.ts'
import type { No, Trouble } from '../../../trouble.ts'
import { type Place, troubleOf } from './trouble.ts'

/** As `troubleOf`; what an application itself was refused for is said in its own words. */
export function applyTrouble(reply: No, place: Place = {}): Trouble | null {
  const trouble = troubleOf(reply, place)
  const reason = reply.details?.reason
  if (!trouble || reply.key !== 'apply_failed' || typeof reason !== 'string') return trouble
  return { text: wordsOr(`physical.no.${reason}`, t('physical.no.state')), mend: trouble.mend }
}

/** Why it failed: one of our reasons, or the words of an operator. */
export function reasonText(reason: string | null): string {
  if (!reason) return t('physical.reason.refused')
  return wordsOr(`physical.reason.${reason}`, reason)
}

function wordsOr(key: string, other: string): string {
  const words = t(key as 'physical.no.state')
  return words === key ? other : words
}
