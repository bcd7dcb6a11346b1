import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import type { No, Trouble } from '../../../../trouble/trouble.ts'
import { whenInside } from '../../../../ui/when.ts'
import { troubleOf } from '../trouble.ts'

/** Why a card is not activated, and the way on: the tries that are left, until when there are none, or that it is active. */
export function activationTrouble(reply: No, { cardId }: { cardId: string }): Trouble | null {
  const { triesLeft, until, reason } = (reply.details ?? {}) as Record<string, unknown>
  if (isLocked(reply)) {
    const text = until
      ? t('physical.code.until', { time: whenInside(String(until)) })
      : t('physical.code.locked')
    return { text, mend: { label: t('mend.service'), href: link('service') } }
  }
  if (reply.key === 'code_incorrect') {
    const isCounted = typeof triesLeft === 'number'
    const text = isCounted ? t('physical.code.tries', { count: triesLeft }) : t('physical.code.wrong')
    return { text, mend: null }
  }
  if (reply.key === 'modify_failed' && reason === 'active') {
    const mend = { label: t('card.seeCard'), href: link('cardDetail', { id: cardId }) }
    return { text: t('physical.activate.already'), mend }
  }
  return troubleOf(reply, { cardId })
}

/** Whether no code is taken for now: the last try was wrong, or there was none left. */
export function isLocked({ key, details }: No): boolean {
  return key === 'limit_exceeded' || (key === 'code_incorrect' && details?.triesLeft === 0)
}
