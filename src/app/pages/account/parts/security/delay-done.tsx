import type { UserInfo } from '../../../../../contract/account.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import { Done } from './done.tsx'

/** What became of it: in force, on its way, or taken back. */
export type DelayEnd = 'done' | 'asked' | 'kept'

/** The wait for withdrawals as it was left. */
export function DelayDone({ end, user }: { end: DelayEnd; user: UserInfo }) {
  return <Done title={t(`delay.${end}`)} text={textOf(end, user)} />
}

function textOf(end: DelayEnd, { delay }: UserInfo): string {
  const hours = delay?.hours ?? 0
  const next = delay?.next
  if (end !== 'asked' || !next) return t(end === 'kept' ? 'delay.keptText' : 'delay.doneText', { hours })
  const time = dateTime(next.time)
  return next.hours === 0 ? t('delay.askedNone', { time }) : t('delay.askedText', { time, hours: next.hours })
}
