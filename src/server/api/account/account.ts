import type * as account from '../../../contract/account.ts'
import { codeMinutes, issueCode, tryCode, useCode } from '../../account/codes.ts'
import { isEmailTaken } from '../../account/email.ts'
import { mayBeTold, mayHaveLetters, sendNothing, tryStrangersCode } from '../../account/enumeration.ts'
import { hashSecret, isSecret } from '../../account/hashing.ts'
import { dropPasskeys } from '../../account/passkeys/passkeys.ts'
import { isCommonPassword, setPassword } from '../../account/password.ts'
import { comparePin, type GivenPin, hashPin, setPin } from '../../account/pin.ts'
import { endSession, endSessions, renewSession } from '../../account/session.ts'
import { signInsOf } from '../../account/sign-ins.ts'
import { boundNow, dropTelegram } from '../../account/telegram-binding.ts'
import { addUser, changePreferences, isTimezone, userByEmail, userById } from '../../account/users.ts'
import { transaction } from '../../database/database.ts'
import { Refused, SignedOut } from '../../http/refused.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { codeLetter } from '../../mail/letters/code.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { emailApi } from './email.ts'
import { noteInvitation } from './invite.ts'
import { proveTwice, proveTwiceAtSignIn, useProof } from './second-factor/second-proof.ts'
import { tellDropped, tellKept, unboundOf, warn } from './security-notice.ts'
import { customerInfo, proved, signIn, welcome } from './sign-in.ts'

/** Signing up and in, secrets and preferences. */
export function accountApi(world: World): Handlers<typeof account> {
  return {
    ...signUpHandlers(world),
    ...sessionHandlers(world),
    ...passwordHandlers(world),
    ...pinHandlers(world),
    ...customerHandlers(world),
    ...emailApi(world),
  }
}

type Part<Name extends keyof Handlers<typeof account>> = Pick<Handlers<typeof account>, Name>

/** Codes by mail, and the new customer who brings one back. */
function signUpHandlers(world: World): Part<'sendEmail' | 'register'> {
  const { db } = world

  return {
    async sendEmail({ email: typed, type: purpose, lang, deviceKey }, { ip }) {
      const email = typed.toLowerCase()
      if (!(await mayHaveLetters(db, ip))) throw new Refused('code_wait')
      const isToBeNew = purpose === 'register' || purpose === 'newEmail'
      const user = await userByEmail(db, email)
      const isTaken = isToBeNew && (await isEmailTaken(db, email))
      const isKnown = user !== undefined || isTaken
      const isForThem = isKnown !== isToBeNew
      const isTold = await mayBeTold(db, { ip, isNeeded: !isForThem })
      if (!isForThem && isTold) {
        throw new Refused(isKnown ? 'email_registered' : 'email_unregistered')
      }
      const by = { ip, deviceKey, userId: user?.id }
      const resendAt = await transaction(db, async db => {
        const { code, resendAt } = await issueCode(world, db, { email, purpose, by })
        const letter = codeLetter({ to: email, lang, purpose, code, minutes: codeMinutes })
        if (isForThem) await enqueue(db, 'send-letter', { ...letter, userId: user?.id ?? null })
        else await sendNothing(db, ip)
        return resendAt
      })
      world.wake()
      return { resendAt: resendAt.toISOString() }
    },

    async register({ email: typed, password, code, referCode, lang, timezone, deviceKey }, caller) {
      const email = typed.toLowerCase()
      refuseCommon('register_failed', password)
      const tells = (await isEmailTaken(db, email)) ? 'email_registered' : null
      const by = { ip: caller.ip, deviceKey }
      await tryStrangersCode(world, { email, purpose: 'register', code, by, tells })
      const passwordHash = await hashSecret(password)
      return await transaction(db, async db => {
        const user = await addUser(db, { email, passwordHash, lang, timezone, referCode })
        if (!user) throw new Refused('email_registered')
        await useCode(world, db, { email, purpose: 'register', code })
        await welcome(db, user.id)
        await noteInvitation(world, db, { user, deviceKey })
        return await signIn(world, db, { user, method: 'register', caller, deviceKey })
      })
    },
  }
}

/** Signing in with a password, staying in, and leaving. */
function sessionHandlers(world: World): Part<'login' | 'updateToken' | 'logout'> {
  const { db } = world

  return {
    async login({ email, password, secondCode: given, deviceKey }, caller) {
      const user = await proved(world, { email: email.toLowerCase(), password, caller, deviceKey })
      const second = await proveTwiceAtSignIn(world, { user, given, caller, deviceKey })
      const answer = await transaction(db, async db => {
        const answer = await signIn(world, db, { user, method: 'password', caller, deviceKey })
        await useProof(db, second)
        return answer
      })
      world.wake()
      return answer
    },

    async updateToken(_input, { userId, sessionId }) {
      const token = await renewSession(world, sessionId)
      if (token === null) throw new SignedOut()
      return { userInfo: await customerInfo(db, userId), token }
    },

    async logout(_input, { sessionId }) {
      await endSession(db, sessionId)
      return null
    },
  }
}

/** A new password, forgotten or known: it ends the other sessions. */
function passwordHandlers(world: World): Part<'forget' | 'updatePassword'> {
  const { db } = world

  return {
    async forget({ email: typed, password, code, secondCode: given, deviceKey }, caller) {
      const email = typed.toLowerCase()
      refuseCommon('password_change_failed', password)
      const user = await userByEmail(db, email)
      const tells = user ? null : 'email_unregistered'
      const by = { ip: caller.ip, deviceKey, userId: user?.id }
      await tryStrangersCode(world, { email, purpose: 'forget', code, by, tells })
      if (!user) throw new Refused('code_incorrect')
      // Whoever reads the mailbox is not who has the authenticator.
      const mailed = { email, purpose: 'forget', code } as const
      const second = await proveTwice(world, { user, given, caller, deviceKey, mailed: [mailed] })
      const passwordHash = await hashSecret(password)
      const closed = await transaction(db, async db => {
        await useCode(world, db, mailed)
        const bound = await boundNow(db, user.id)
        const kept = await setPassword(db, { user, passwordHash })
        // Moved to another address at this moment: whoever reads this one sets no password any more.
        if ((await userById(db, user.id)).email !== email) throw new Refused('code_incorrect')
        await useProof(db, second)
        // Whoever bound it, or added one of them, may be why the password is set anew.
        await dropTelegram(db, user.id)
        const passkeysRemoved = await dropPasskeys(db, user.id)
        await endSessions(db, { userId: user.id })
        await warn(db, { user, event: 'passwordReset', caller, ...unboundOf(bound, user) })
        await tellDropped(db, { user, count: passkeysRemoved, caller })
        await tellKept(db, { user, kept, caller })
        return { telegramUnbound: bound !== null, ...(passkeysRemoved > 0 && { passkeysRemoved }) }
      })
      world.wake()
      return closed
    },

    async updatePassword({ oldPassword, password, code, secondCode: given }, customer) {
      refuseCommon('password_change_failed', password)
      const user = await userById(db, customer.userId)
      const { email } = user
      const mailed = { email, purpose: 'updatePassword', code } as const
      await tryCode(world, mailed)
      if (oldPassword !== undefined && !(await isSecret(oldPassword, user.password_hash, 'customers'))) {
        throw new Refused('credentials_wrong')
      }
      const second = await proveTwice(world, { user, given, caller: customer, mailed: [mailed] })
      const passwordHash = await hashSecret(password, 'customers')
      await transaction(db, async db => {
        await useCode(world, db, mailed)
        const kept = await setPassword(db, { user, passwordHash })
        await useProof(db, second)
        await endSessions(db, { userId: user.id, exceptId: customer.sessionId })
        await warn(db, { user, event: 'passwordChanged', caller: customer })
        await tellKept(db, { user, kept, caller: customer })
      })
      world.wake()
      return null
    },
  }
}

/** The fund PIN. */
function pinHandlers(world: World): Part<'updatePinCode' | 'isSetPIN' | 'checkPin'> {
  const { db } = world

  return {
    async updatePinCode({ pin, code, oldPin, secondCode: given }, customer) {
      const user = await userById(db, customer.userId)
      const { id: userId, email } = user
      const mailed = { email, purpose: 'updatePinCode', code } as const
      await tryCode(world, mailed)
      if (oldPin !== undefined && user.pin_hash !== null)
        await compareOldPin(world, { userId, sessionId: customer.sessionId, pin: oldPin })
      // Whoever learns the login password must not have the money with it. Asked after the code: it is no way to guess.
      if (await isSecret(pin, user.password_hash, 'customers')) {
        throw new Refused('pin_change_failed', { reason: 'like_password' })
      }
      const second = await proveTwice(world, { user, given, caller: customer, mailed: [mailed] })
      const pinHash = await hashPin(world, { userId, pin })
      await transaction(db, async db => {
        await useCode(world, db, mailed)
        const kept = await setPin(db, { userId, pinHash })
        await useProof(db, second)
        await warn(db, { user, event: user.pin_hash === null ? 'pinSet' : 'pinChanged', caller: customer })
        await tellKept(db, { user, kept, caller: customer })
      })
      world.wake()
      return null
    },

    async isSetPIN(_input, { userId }) {
      return (await userById(db, userId)).pin_hash !== null
    },

    async checkPin({ pin }, { userId, sessionId }) {
      await comparePin(world, { userId, sessionId, pin })
      return true
    },
  }
}

/** What a customer sees of themselves and may choose. */
function customerHandlers({ db }: World): Part<'getUser' | 'updateUserInfo' | 'loginLog'> {
  return {
    async getUser(_input, { userId }) {
      return await customerInfo(db, userId)
    },

    async updateUserInfo(preferences, { userId }) {
      const { timezone } = preferences
      if (timezone !== undefined && !isTimezone(timezone)) {
        throw new Refused('modify_failed', { fields: { timezone: 'timezone' } })
      }
      await changePreferences(db, userId, preferences)
      return await customerInfo(db, userId)
    },

    async loginLog(asked, { userId }) {
      return await signInsOf(db, { userId, ...asked })
    },
  }
}

function refuseCommon(refusal: 'register_failed' | 'password_change_failed', password: string): void {
  if (isCommonPassword(password)) throw new Refused(refusal, { fields: { password: 'commonPassword' } })
}

/** A locked PIN is not compared: the code from the e-mail is what lifts the lock. */
async function compareOldPin(world: World, owned: GivenPin): Promise<void> {
  try {
    await comparePin(world, owned)
  } catch (error) {
    if (!(error instanceof Refused && error.key === 'pin_locked')) throw error
  }
}
