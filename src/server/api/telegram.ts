import type * as account from '../../contract/account.ts'
import { tryCode, useCode } from '../account/codes.ts'
import { holdWithdrawals } from '../account/hold.ts'
import {
  bindTelegram,
  nextMonth,
  unbindsLeft,
  unbindTelegram,
  useLaunch,
  userByTelegram,
} from '../account/telegram-binding.ts'
import { userById } from '../account/users.ts'
import { transaction } from '../database.ts'
import { Refused } from '../refused.ts'
import { type Launch, readLaunch } from '../telegram/init-data.ts'
import type { World } from '../world.ts'
import type { Handlers } from './handler.ts'
import { warn } from './security-notice.ts'
import { proved, signIn } from './sign-in.ts'

const hourMs = 60 * 60_000
// Telegram's clients hand out launch data that is almost a day old. It is good once, and moves no money by itself.
const loginAgeMs = 24 * hourMs
const bindAgeMs = hourMs

/** The part of the account calls that Telegram vouches for. */
export function telegramApi(world: World): Pick<Handlers<typeof account>, 'tgLogin' | 'tgBind' | 'tgUnbind'> {
  const { db } = world

  return {
    async tgLogin({ initData }, caller) {
      const launch = launchFrom(world, { initData, maxAgeMs: loginAgeMs })
      const user = await userByTelegram(db, launch.telegramId)
      if (!user) throw new Refused('user_missing')
      const answer = await transaction(db, async db => {
        const isFirstUse = await useLaunch(db, { ...usedUntil(launch), purpose: 'login' })
        if (!isFirstUse) throw new Refused('login_failed', { reason: 'launch_used' })
        return await signIn(world, db, { user, method: 'telegram', caller })
      })
      world.wake()
      return answer
    },

    async tgBind({ initData, email, password }, caller) {
      const launch = launchFrom(world, { initData, maxAgeMs: bindAgeMs })
      const { telegramId, name } = launch
      const user = await proved(world, { email: email.toLowerCase(), password, caller })
      const answer = await transaction(db, async db => {
        const isFirstUse = await useLaunch(db, { ...usedUntil(launch), purpose: 'bind' })
        if (!isFirstUse) throw new Refused('login_failed', { reason: 'launch_used' })
        const isNew = await bindTelegram(db, { user, telegramId, name })
        if (isNew) {
          await holdWithdrawals(db, user.id)
          await warn(db, { user, event: 'telegramBound', caller, params: { name } })
        }
        return await signIn(world, db, { user, method: 'telegram', caller })
      })
      world.wake()
      return answer
    },

    async tgUnbind({ password, code }, customer) {
      const user = await userById(db, customer.userId)
      const { id: userId, email } = user
      if (user.telegram_id === null) throw new Refused('modify_failed', { reason: 'not_bound' })
      // Before a try of the password or the code is spent on it.
      if ((await unbindsLeft(db, userId)) === 0)
        throw new Refused('unbind_limit', { resetAt: nextMonth().toISOString() })
      if (password !== undefined) await proved(world, { email, password, caller: customer })
      else if (code !== undefined) await tryCode(world, { email, purpose: 'tgUnbind', code })
      else throw new Refused('credentials_wrong')
      const left = await transaction(db, async db => {
        const left = await unbindTelegram(db, userId)
        await holdWithdrawals(db, userId)
        if (password === undefined && code) await useCode(world, db, { email, purpose: 'tgUnbind', code })
        await warn(db, { user, event: 'telegramUnbound', caller: customer })
        return left
      })
      world.wake()
      return left
    },
  }
}

function launchFrom(
  { config }: World,
  { initData, maxAgeMs }: { initData: string; maxAgeMs: number },
): Launch {
  const botToken = config.TELEGRAM_BOT_TOKEN
  const launch = botToken ? readLaunch(initData, { proof: { botToken }, maxAgeMs }) : null
  if (!launch) throw new Refused('login_failed')
  return launch
}

function usedUntil({ hash, signedAt }: Launch) {
  return { hash, expiresAt: new Date(signedAt.getTime() + loginAgeMs + hourMs) }
}
