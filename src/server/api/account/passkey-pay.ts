import type { Input } from '../../../contract/call.ts'
import type * as passkey from '../../../contract/passkey.ts'
import { challengeIn, newChallenge, useChallenge } from '../../account/passkeys/challenges.ts'
import { dropPasses, newPass } from '../../account/passkeys/passes.ts'
import {
  changePasskey,
  noteUse,
  passkeyByCredential,
  passkeysOf,
  paysUnder,
  shownPasskey,
} from '../../account/passkeys/passkeys.ts'
import { relyingParty } from '../../account/passkeys/relying-party.ts'
import { useOf } from '../../account/passkeys/verify.ts'
import { comparePin, usablePin } from '../../account/pin.ts'
import { keepsSecrets, userById } from '../../account/users.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Customer, Handlers } from '../handler.ts'
import { tellPasskey } from './security-notice.ts'

const seconds = 60

/** A passkey in place of the fund PIN: who may, and a pass for what one of them has signed. */
export function passkeyPayApi(world: World): Pick<Handlers<typeof passkey>, 'pays' | 'payAsk' | 'payBy'> {
  const { db, config } = world

  return {
    async pays({ id, pays, pin }, customer) {
      const { userId } = customer
      const user = await userById(db, userId)
      if (pays && pin === undefined) throw new Refused('input_invalid', { fields: { pin: 'required' } })
      if (pays && pin !== undefined) await comparePin(world, { ...customer, pin })
      const row = await transaction(db, async db => {
        await lockCustomer(db, userId)
        // The PIN that was compared is the one it stands for; with another by now it stands for none.
        const change = {
          pays_under: pays && (await keepsSecrets(db, user)) ? paysUnder(user.pin_hash) : null,
        }
        const row = await changePasskey(db, { userId, id, change })
        await dropPasses(db, userId)
        if (change.pays_under) await tellPasskey(db, { user, event: 'passkeyPays', row, customer })
        return row
      })
      world.wake()
      return shownPasskey(row, user)
    },

    async payAsk({ ids }, customer) {
      const { id: rpId } = relyingParty(config, customer)
      const pinHash = await usablePin(db, customer)
      const rows = await passkeysOf(db, customer.userId)
      const may = rows.filter(
        row => row.kind === 'passkey' && ids.includes(row.id) && row.pays_under === paysUnder(pinHash),
      )
      return {
        challenge: newChallenge(world, { ...paying(customer, pinHash), seconds }),
        rpId,
        only: may.map(({ credential_id }) => credential_id),
      }
    },

    async payBy({ assertion }, customer) {
      const { userId, sessionId } = customer
      const pinHash = await usablePin(db, customer)
      const { row, challenge, use } = await proved(world, { assertion, customer, pinHash })
      const under = paysUnder(pinHash) as string
      const pass = await transaction(db, async db => {
        if (!(await useChallenge(db, challenge)) || !(await noteUse(db, { id: row.id, ...use, under })))
          throw new Refused('passkey_refused')
        return await newPass(db, { userId, sessionId, paysUnder: under })
      })
      return { pass }
    },
  }
}

/** The passkey of this customer that signed, and may stand for the PIN. */
async function proved(
  world: World,
  {
    assertion,
    customer,
    pinHash,
  }: Pick<Input<typeof passkey.payBy>, 'assertion'> & { customer: Customer; pinHash: string },
) {
  const party = relyingParty(world.config, customer)
  const { clientDataJSON } = assertion
  const challenge = challengeIn(world, { ...paying(customer, pinHash), clientDataJSON })
  const row = challenge && (await passkeyByCredential(world.db, assertion.id))
  const may = row && row.user_id === customer.userId && row.pays_under === paysUnder(pinHash)
  const use = may ? await useOf({ given: assertion, challenge, party, row }) : null
  if (!challenge || !row || !use) throw new Refused('passkey_refused')
  return { row, challenge, use }
}

/** A confirmation is for the session that asked, under the fund PIN of now. */
function paying({ userId, sessionId }: Customer, pinHash: string) {
  return { purpose: 'pay', about: [userId, sessionId, pinHash] } as const
}
