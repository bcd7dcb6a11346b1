import type { Input } from '../../../contract/call.ts'
import type * as passkey from '../../../contract/passkey.ts'
import { challengeIn, newChallenge, useChallenge } from '../../account/passkeys/challenges.ts'
import {
  changePasskey,
  keepPasskey,
  noteUse,
  passkeyByCredential,
  passkeysOf,
  refuseFull,
  removePasskey,
  shownPasskey,
  userHandleOf,
} from '../../account/passkeys/passkeys.ts'
import { relyingParty } from '../../account/passkeys/relying-party.ts'
import { newKeyIn, useOf } from '../../account/passkeys/verify.ts'
import { comparePin } from '../../account/pin.ts'
import { logSignIn } from '../../account/sign-ins.ts'
import type { UserRow } from '../../account/tables.ts'
import { userById } from '../../account/users.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Caller, Customer, Handlers } from '../handler.ts'
import { biometricsApi } from './biometrics.ts'
import { passkeyPayApi } from './passkey-pay.ts'
import { proveTwice, useProof } from './second-factor/second-proof.ts'
import { tellPasskey } from './security-notice.ts'
import { signIn } from './sign-in.ts'

const seconds = 5 * 60

/** Signing in by what a device keeps and shows to its owner alone; and which devices those are. */
export function passkeyApi(world: World): Handlers<typeof passkey> {
  return {
    ...loginHandlers(world),
    ...addHandlers(world),
    ...ownHandlers(world),
    ...passkeyPayApi(world),
    ...biometricsApi(world),
  }
}

type Part<Name extends keyof Handlers<typeof passkey>> = Pick<Handlers<typeof passkey>, Name>

function loginHandlers(world: World): Part<'loginAsk' | 'loginBy'> {
  const { db, config } = world

  return {
    async loginAsk(_input, caller) {
      const { id: rpId } = relyingParty(config, caller)
      return { challenge: newChallenge(world, { purpose: 'login', seconds }), rpId }
    },

    async loginBy({ assertion, deviceKey }, caller) {
      const { row, challenge, use } = await proved(world, { assertion, caller })
      const answer = await transaction(db, async db => {
        await lockCustomer(db, row.user_id)
        const user = await userById(db, row.user_id)
        if (!(await useChallenge(db, challenge)) || !(await noteUse(db, { id: row.id, ...use })))
          throw new Refused('passkey_refused')
        return await signIn(world, db, { user, method: 'passkey', caller, deviceKey })
      })
      world.wake()
      return answer
    },
  }
}

/** The passkey that signed a challenge of ours. One of a customer of ours that was no good is in their log. */
async function proved(
  world: World,
  { assertion, caller }: Pick<Input<typeof passkey.loginBy>, 'assertion'> & { caller: Caller },
) {
  const party = relyingParty(world.config, caller)
  const challenge = challengeIn(world, { purpose: 'login', clientDataJSON: assertion.clientDataJSON })
  const row = challenge && (await passkeyByCredential(world.db, assertion.id))
  if (!challenge || !row) throw new Refused('passkey_refused')
  const { userHandle } = assertion
  const isTheirs = userHandle === undefined || userHandle === userHandleOf(row.user_id)
  const use = isTheirs ? await useOf({ given: assertion, challenge, party, row }) : null
  if (use) return { row, challenge, use }
  const { device, ip } = caller
  await logSignIn(world.db, { userId: row.user_id, method: 'passkey', device, ip, isSuccess: false })
  throw new Refused('passkey_refused')
}

function addHandlers(world: World): Part<'addAsk' | 'add'> {
  const { db, config } = world

  return {
    async addAsk({ pin, secondCode: given }, customer) {
      const { id: rpId } = relyingParty(config, customer)
      await comparePin(world, { ...customer, pin })
      const user = await userById(db, customer.userId)
      const kept = await passkeysOf(db, user.id)
      refuseFull(kept)
      const second = await proveTwice(world, { user, given, caller: customer })
      await transaction(db, async db => {
        await lockCustomer(db, user.id)
        await useProof(db, second)
      })
      return {
        challenge: newChallenge(world, { ...adding(user, customer), seconds }),
        rpId,
        userHandle: userHandleOf(user.id),
        userName: user.email,
        known: kept.filter(({ kind }) => kind === 'passkey').map(({ credential_id }) => credential_id),
      }
    },

    async add({ attestation }, customer) {
      const { userId, device } = customer
      const party = relyingParty(config, customer)
      const user = await userById(db, userId)
      const { clientDataJSON } = attestation
      const challenge = challengeIn(world, { ...adding(user, customer), clientDataJSON })
      const key = challenge && (await newKeyIn({ given: attestation, challenge, party }))
      if (!challenge || !key) throw new Refused('passkey_refused')
      const row = await transaction(db, async db => {
        await lockCustomer(db, userId)
        const now = await userById(db, userId)
        // A secret that was changed at this moment may have been changed because of this.
        const isStill = challengeIn(world, { ...adding(now, customer), clientDataJSON }) !== null
        const isFirst = await useChallenge(db, challenge)
        const kept = isFirst ? undefined : await passkeyByCredential(db, key.credential_id)
        // Sent again by whoever did not hear the answer.
        if (kept?.user_id === userId) return kept
        if (!isStill || !isFirst) throw new Refused('passkey_refused')
        refuseFull(await passkeysOf(db, userId))
        const row = await keepPasskey(db, { userId, key, device })
        await tellPasskey(db, { user: now, event: 'passkeyAdded', row, customer })
        return row
      })
      world.wake()
      return shownPasskey(row, user)
    },
  }
}

function ownHandlers(world: World): Part<'passkeys' | 'rename' | 'remove'> {
  const { db } = world

  return {
    async passkeys(_input, { userId }) {
      const user = await userById(db, userId)
      return (await passkeysOf(db, userId)).map(row => shownPasskey(row, user))
    },

    async rename({ id, name }, { userId }) {
      const row = await changePasskey(db, { userId, id, change: { name } })
      return shownPasskey(row, await userById(db, userId))
    },

    async remove({ id }, customer) {
      const { userId, sessionId } = customer
      const left = await transaction(db, async db => {
        await lockCustomer(db, userId)
        const row = await removePasskey(db, { userId, id, sessionId })
        const user = await userById(db, userId)
        await tellPasskey(db, { user, event: 'passkeyRemoved', row, customer })
        return (await passkeysOf(db, userId)).map(row => shownPasskey(row, user))
      })
      world.wake()
      return left
    },
  }
}

/** A new passkey is for the session that gave the PIN, while the secrets are as they were then. */
function adding({ password_hash, pin_hash, email }: UserRow, { userId, sessionId }: Customer) {
  return { purpose: 'add', about: [userId, sessionId, password_hash, pin_hash, email] } as const
}
