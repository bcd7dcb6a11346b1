import * as z from 'zod/mini'
import { t } from '../state/locale.ts'
import type { No } from '../trouble/trouble.ts'
import { Field } from '../ui/field.tsx'
import { whenInside } from '../ui/when.ts'
import type { Bound } from './form.ts'

/** A code of the authenticator, or a recovery code: the server tells them apart. */
export const secondShape = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(32, 'tooLong'))

/** The field of a code of the authenticator; of a recovery code, with letters. */
export function SecondField({ bound, isRecovery = false }: { bound: Bound; isRecovery?: boolean }) {
  // What has a name is kept over a reload: a recovery code is not.
  const { name: _name, ...nameless } = bound
  return (
    <Field
      label={t(isRecovery ? 'second.recovery' : 'second.code')}
      hint={t(isRecovery ? 'second.recoveryHint' : 'second.codeHint')}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      enterKeyHint="go"
      maxLength={32}
      {...nameless}
    />
  )
}

const why = { used: 'second.used', recovery_used: 'second.recoveryUsed', clock: 'second.clock' } as const

/** What a no about such a code says; null of any other no. */
export function secondText({ key, details }: No): string | null {
  const { until, triesLeft, reason } = (details ?? {}) as {
    until?: string
    triesLeft?: number
    reason?: string
  }
  if (key === 'second_factor_locked')
    return until ? t('second.until', { time: whenInside(until) }) : t('refusal.second_factor_locked')
  if (key !== 'second_factor_incorrect') return null
  if (triesLeft === 0) return until ? t('second.until', { time: whenInside(until) }) : t('second.noneLeft')
  if (reason && reason in why) return t(why[reason as keyof typeof why])
  return triesLeft ? t('second.tries', { count: triesLeft }) : t('refusal.second_factor_incorrect')
}
