import { told } from '../../../../display/fee-name.ts'
import { t } from '../../../../state/locale.ts'
import type { No, Trouble } from '../../../../trouble/trouble.ts'
import { type Place, troubleOf } from '../trouble.ts'

/** As `troubleOf`; what an application itself was refused for, or its card, is said in words of its own. */
export function applyTrouble(reply: No, place: Place = {}): Trouble | null {
  const trouble = troubleOf(reply, place)
  const isOwn = reply.key === 'apply_failed'
  const reason = isOwn ? reply.details?.reason : reply.key
  if (!trouble || typeof reason !== 'string') return trouble
  const text = told(`physical.no.${reason}`) ?? (isOwn ? t('physical.no.state') : trouble.text)
  return { text, mend: trouble.mend }
}

/** Why it failed: one of our reasons, or the words of an operator; never a code that we have no words for. */
export function reasonText(reason: string | null): string {
  const isCode = !reason || /^[a-z\d_]+$/.test(reason)
  return told(`physical.reason.${reason}`) ?? (isCode ? t('physical.reason.refused') : reason)
}
