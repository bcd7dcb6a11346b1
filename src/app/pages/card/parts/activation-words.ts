import { t } from '../../../state/locale.ts'
import type { No } from '../../../trouble.ts'
import { when } from '../../../ui/when.ts'
import { troubleOf } from './trouble.ts'

/** Why a code was not taken: how many tries are left, or until when there are none. */
export function codeTrouble(reply: No): string | null {
  const { triesLeft, until } = (reply.details ?? {}) as { triesLeft?: number; until?: string }
  if (isLocked(reply))
    return until ? t('physical.code.until', { time: when(until) }) : t('physical.code.locked')
  if (reply.key !== 'code_incorrect') return troubleOf(reply)?.text ?? null
  return triesLeft === undefined ? t('physical.code.wrong') : t('physical.code.tries', { count: triesLeft })
}

/** Whether no code is taken for now: the last try was wrong, or there was none left. */
export function isLocked({ key, details }: No): boolean {
  return key === 'limit_exceeded' || (key === 'code_incorrect' && details?.triesLeft === 0)
}
