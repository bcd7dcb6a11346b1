import type { UserInfo } from '../../contract/account.ts'
import { leftSeconds } from '../http/left-seconds.ts'
import type { UserRow } from './tables.ts'
import type { Delay } from './withdrawal-delay.ts'

/** A user as the app knows them; what other nouns know is given. */
export function userInfoOf(
  user: UserRow,
  {
    certStatus,
    unbinds,
    tgUsedAt,
    deleteAt,
    frozenBy,
    delay,
    secondFactor,
    passkeySet,
  }: {
    certStatus: UserInfo['certStatus']
    unbinds: { left: number; resetAt: Date }
    tgUsedAt: Date | null
    deleteAt: Date | undefined
    frozenBy: UserInfo['frozenBy'] | null
    delay: Delay
    secondFactor: UserInfo['secondFactor'] | null
    passkeySet: boolean
  },
): UserInfo {
  const holdSeconds = user.hold_until ? leftSeconds(user.hold_until) : 0
  return {
    id: user.id,
    email: user.email,
    nickname: user.nickname,
    certified: certStatus === 'approved',
    certStatus,
    passwordSet: user.password_hash !== null,
    pinSet: user.pin_hash !== null,
    tgBound: user.telegram_id !== null,
    tgName: user.telegram_name,
    ...(user.telegram_bound_at && { tgBoundAt: user.telegram_bound_at.toISOString() }),
    ...(tgUsedAt && { tgUsedAt: tgUsedAt.toISOString() }),
    tgUnbindRemain: unbinds.left,
    tgUnbindResetAt: unbinds.resetAt.toISOString(),
    referCode: user.refer_code,
    lang: user.lang,
    currency: user.currency,
    timezone: user.timezone,
    timezoneFixed: user.is_timezone_fixed,
    hideBalance: user.is_balance_hidden,
    appearance: user.appearance ?? 'auto',
    holdUntil: holdSeconds > 0 ? (user.hold_until?.toISOString() ?? null) : null,
    ...(holdSeconds > 0 && { holdSeconds }),
    ...delayIn(delay),
    ...(deleteAt && { deleteAt: deleteAt.toISOString() }),
    ...(frozenBy && { frozenBy }),
    ...(secondFactor && { secondFactor }),
    ...(passkeySet && { passkeySet }),
    ...(user.phrase && { phraseSet: true }),
    createTime: user.created_at.toISOString(),
  }
}

function delayIn({ hours, next }: Delay): Pick<UserInfo, 'delay'> {
  if (hours === 0) return {}
  if (!next) return { delay: { hours } }
  const { hours: nextHours, at } = next
  return {
    delay: { hours, next: { hours: nextHours, time: at.toISOString(), leftSeconds: leftSeconds(at) } },
  }
}
