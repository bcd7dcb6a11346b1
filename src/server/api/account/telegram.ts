import type { Input } from '../../../contract/call.ts'
import type * as telegram from '../../../contract/telegram.ts'
import { tryCode, useCode } from '../../account/codes.ts'
import { isEmailTaken } from '../../account/email.ts'
import { tryStrangersCode } from '../../account/enumeration.ts'
import { dropBiometrics } from '../../account/passkeys/biometrics.ts'
import { comparePin } from '../../account/pin.ts'
import { endSessions } from '../../account/session.ts'
import type { UserRow } from '../../account/tables.ts'
import {
  bindTelegram,
  keepsTelegram,
  unbindsOf,
  unbindTelegram,
  useLaunch,
  userByTelegram,
} from '../../account/telegram-binding.ts'
import { addUser, keepsPassword, userById } from '../../account/users.ts'
import { pauseWithdrawals } from '../../account/withdrawal-pause.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { type Launch, type Proof, readLaunch } from '../../telegram/init-data.ts'
import type { World } from '../../world.ts'
import type { Caller, Customer, Handlers } from '../handler.ts'
import { noteInvitation } from './invite.ts'
import { proveTwice, useProof } from './second-factor/second-proof.ts'
import { tellKept, warn } from './security-notice.ts'
import { customerInfo, proved, signIn, welcome } from './sign-in.ts'

const hourMs = 60 * 60_000
// Telegram's clients hand out launch data that is almost a day old. It is good once, and moves no money by itself.
const loginAgeMs = 24 * hourMs
const bindAgeMs = hourMs

/** What Telegram vouches for: signing in, up, and the binding. */
export function telegramApi(world: World): Handlers<typeof telegram> {
  return { ...signInHandlers(world), ...bindingHandlers(world) }
}

type Part<Name extends keyof Handlers<typeof telegram>> = Pick<Handlers<typeof telegram>, Name>

function signInHandlers(world: World): Part<'tgLogin' | 'tgRegister'> {
  const { db } = world

  return {
    async tgLogin({ initData, deviceKey }, caller) {
      const launch = launchFrom(world, { initData, maxAgeMs: loginAgeMs })
      const user = await userByTelegram(db, launch.telegramId)
      if (!user) throw new Refused('user_missing')
      const answer = await transaction(db, async db => {
        await useOnce(db, launch, 'login')
        // A session must not outlive the binding it was opened by: unbinding ends all that are open by then.
        if (!(await keepsTelegram(db, user))) throw new Refused('user_missing')
        return await signIn(world, db, { user, method: 'telegram', caller, deviceKey })
      })
      world.wake()
      return answer
    },

    async tgRegister({ initData, email: typed, code, referCode, lang, timezone, deviceKey }, caller) {
      const launch = launchFrom(world, { initData, maxAgeMs: bindAgeMs })
      const email = typed.toLowerCase()
      if (await userByTelegram(db, launch.telegramId)) {
        throw new Refused('login_failed', { reason: 'telegram_bound' })
      }
      const tells = (await isEmailTaken(db, email)) ? 'email_registered' : null
      const by = { ip: caller.ip, deviceKey }
      await tryStrangersCode(world, { email, purpose: 'register', code, by, tells })
      const answer = await transaction(db, async db => {
        await useOnce(db, launch, 'bind')
        const refer = referralOf(launch) ?? referCode
        const user = await addUser(db, { email, passwordHash: null, lang, timezone, referCode: refer })
        if (!user) throw new Refused('email_registered')
        await useCode(world, db, { email, purpose: 'register', code })
        await bindTelegram(db, { user, ...launch })
        await warn(db, { user, event: 'telegramRegistered', caller, params: { name: launch.name } })
        await welcome(db, user.id)
        await noteInvitation(world, db, { user, deviceKey })
        return await signIn(world, db, { user, method: 'register', caller, deviceKey })
      })
      world.wake()
      return answer
    },
  }
}

function bindingHandlers(world: World): Part<'tgBind' | 'bindTelegram' | 'tgUnbind'> {
  const { db } = world

  return {
    async tgBind({ initData, email, password, secondCode: given, deviceKey }, caller) {
      const launch = launchFrom(world, { initData, maxAgeMs: bindAgeMs })
      const user = await proved(world, { email: email.toLowerCase(), password, caller, deviceKey })
      const second = await proveTwice(world, { user, given, caller, deviceKey })
      const answer = await transaction(db, async db => {
        await bind(db, { user, launch, caller })
        const answer = await signIn(world, db, { user, method: 'telegram', caller, deviceKey })
        await useProof(db, second)
        return answer
      })
      world.wake()
      return answer
    },

    async bindTelegram({ initData, password, pin, secondCode: given }, customer) {
      const launch = launchFrom(world, { initData, maxAgeMs: bindAgeMs })
      const user = await userById(db, customer.userId)
      if (password !== undefined) await proved(world, { email: user.email, password, caller: customer })
      else if (pin !== undefined) await comparePin(world, { ...customer, pin })
      else throw new Refused('credentials_wrong')
      const second = await proveTwice(world, { user, given, caller: customer })
      const known = await transaction(db, async db => {
        if (!(await keepsPassword(db, user))) throw new Refused('login_failed')
        await bind(db, { user, launch, caller: customer })
        await useProof(db, second)
        return await customerInfo(db, user.id)
      })
      world.wake()
      return known
    },

    async tgUnbind(proof, customer) {
      const user = await userById(db, customer.userId)
      await refuseUnbinding(db, user)
      await proveUnbinding(world, { user, proof, customer })
      const { id: userId, email } = user
      const left = await transaction(db, async db => {
        const left = await unbindTelegram(db, userId)
        await dropBiometrics(db, userId)
        // Whoever took over the Telegram account may have signed in with it.
        await endSessions(db, { userId, exceptId: customer.sessionId })
        const kept = await pauseWithdrawals(db, userId)
        if (proof.password === undefined && proof.code) {
          await useCode(world, db, { email, purpose: 'tgUnbind', code: proof.code })
        }
        await warn(db, { user, event: 'telegramUnbound', caller: customer })
        await tellKept(db, { user, kept, caller: customer })
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
  const proof = proofOf(config)
  const launch = proof && readLaunch(initData, { proof, maxAgeMs })
  if (!launch) throw new Refused('login_failed', { reason: 'launch_refused' })
  return launch
}

function proofOf({
  TELEGRAM_BOT_TOKEN,
  TELEGRAM_BOT_ID,
  TELEGRAM_PUBLIC_KEY,
}: World['config']): Proof | null {
  if (TELEGRAM_BOT_TOKEN) return { botToken: TELEGRAM_BOT_TOKEN }
  return TELEGRAM_BOT_ID ? { botId: TELEGRAM_BOT_ID, publicKey: TELEGRAM_PUBLIC_KEY } : null
}

async function useOnce(db: Db, { hash, signedAt }: Launch, purpose: 'login' | 'bind'): Promise<void> {
  const expiresAt = new Date(signedAt.getTime() + loginAgeMs + hourMs)
  const isFirstUse = await useLaunch(db, { hash, purpose, expiresAt })
  if (!isFirstUse) throw new Refused('login_failed', { reason: 'launch_used' })
}

/** The referral code that Telegram vouches for: an invitation's link carries `r_`, the code and perhaps a language. */
function referralOf({ startParam }: Launch): string | undefined {
  return /^r_([^_]+)/.exec(startParam ?? '')?.[1]
}

async function bind(
  db: Db,
  { user, launch, caller }: { user: UserRow; launch: Launch; caller: Caller },
): Promise<void> {
  const { telegramId, name } = launch
  await useOnce(db, launch, 'bind')
  const isNew = await bindTelegram(db, { user, telegramId, name })
  if (!isNew) return
  const kept = await pauseWithdrawals(db, user.id)
  await warn(db, { user, event: 'telegramBound', caller, params: { name } })
  await tellKept(db, { user, kept, caller })
}

/** Before a try of the password or the code is spent on it. */
async function refuseUnbinding(db: Db, user: UserRow): Promise<void> {
  if (user.telegram_id === null) throw new Refused('modify_failed', { reason: 'not_bound' })
  // Telegram is their only way in, but for a letter.
  if (user.password_hash === null) throw new Refused('modify_failed', { reason: 'password_unset' })
  const { left, resetAt } = await unbindsOf(db, user.id)
  if (left === 0) throw new Refused('unbind_limit', { resetAt: resetAt.toISOString() })
}

async function proveUnbinding(
  world: World,
  {
    user: { email },
    proof: { password, code },
    customer,
  }: { user: UserRow; proof: Input<typeof telegram.tgUnbind>; customer: Customer },
): Promise<void> {
  if (password !== undefined) await proved(world, { email, password, caller: customer })
  else if (code !== undefined) await tryCode(world, { email, purpose: 'tgUnbind', code })
  else throw new Refused('credentials_wrong')
}
