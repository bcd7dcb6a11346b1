import type * as account from '../../../contract/account.ts'
import { tryCode, useCode } from '../../account/codes.ts'
import { changeEmail, undoEmailChange } from '../../account/email-change.ts'
import { comparePin } from '../../account/pin.ts'
import { endSessions } from '../../account/session.ts'
import { userById } from '../../account/users.ts'
import { pauseWithdrawals } from '../../account/withdrawal-pause.ts'
import { transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { emailChangedLetter, emailTakenBackLetter } from '../../mail/letters/email-change.ts'
import type { World } from '../../world.ts'
import type { Caller, Handlers } from '../handler.ts'
import { closeEveryWay } from './close-ways.ts'
import { keepFactor, proveTwice, useProof } from './second-factor/second-proof.ts'
import { tellKept, warn } from './security-notice.ts'
import { customerInfo } from './sign-in.ts'

/** Another address to sign in with, and the way back to the old one. */
export function emailApi(world: World): Pick<Handlers<typeof account>, 'updateEmail' | 'undoEmail'> {
  const { db } = world

  return {
    async updateEmail({ email: typed, code, newCode, pin, secondCode }, customer) {
      const email = typed.toLowerCase()
      const { userId, sessionId } = customer
      const user = await userById(db, userId)
      if (email === user.email) throw new Refused('email_registered')
      await comparePin(world, { userId, sessionId, pin })
      const given = [
        { email: user.email, purpose: 'updateEmail', code, field: 'code' },
        { email, purpose: 'newEmail', code: newCode, field: 'newCode' },
      ] as const
      for (const one of given) await told(one.field, () => tryCode(world, one))
      const second = await proveTwice(world, { user, given: secondCode, caller: customer, mailed: given })
      const info = await transaction(db, async db => {
        for (const one of given) await told(one.field, () => useCode(world, db, one))
        const { undoToken, undoUntil } = await changeEmail(db, { user, email })
        await useProof(db, { ...second, user: { ...user, email } })
        await endSessions(db, { userId, exceptId: sessionId })
        const kept = await pauseWithdrawals(db, userId)
        await warn(db, {
          user: { ...user, email },
          event: 'emailChanged',
          caller: customer,
          params: { email },
        })
        await tellKept(db, { user: { ...user, email }, kept, caller: customer })
        const link = undoLink(world, undoToken)
        const letter = { to: user.email, lang: user.lang, email, link, until: undoUntil, ...seen(customer) }
        await enqueue(db, 'send-letter', { ...emailChangedLetter(letter), userId })
        return await customerInfo(db, userId)
      })
      world.wake()
      return info
    },

    async undoEmail({ token }, caller) {
      const restored = await transaction(db, async db => {
        const { user, email } = await undoEmailChange(db, token)
        await closeEveryWay(db, { user: { ...user, email }, event: 'emailRestored', caller })
        // Whoever changed the address may have asked for this, and was told alone.
        await keepFactor(db, { user: { ...user, email }, caller })
        const letter = { to: user.email, lang: user.lang, ...seen(caller) }
        // Whoever reads this address may be a thief: they do not learn the phrase.
        await enqueue(db, 'send-letter', { ...emailTakenBackLetter(letter), userId: null })
        return email
      })
      world.wake()
      return { email: restored }
    },
  }
}

/** Of a wrong or expired code, which one it is. */
async function told(field: 'code' | 'newCode', prove: () => Promise<void>): Promise<void> {
  try {
    await prove()
  } catch (error) {
    if (error instanceof Refused && (error.key === 'code_incorrect' || error.key === 'code_wait'))
      throw new Refused(error.key, { ...error.details, field })
    throw error
  }
}

/** In the hash, so that the token is in no log between us and the reader. */
function undoLink({ config }: World, token: string): string {
  return new URL(`/#/pages/forget/forget?undo=${token}`, config.PUBLIC_URL).href
}

function seen({ device, ip }: Caller) {
  return { device, ip, at: new Date() }
}
