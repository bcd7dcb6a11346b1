import type * as passkey from '../../../contract/passkey.ts'
import { newBiometrics, useBiometrics } from '../../account/passkeys/biometrics.ts'
import { newPass } from '../../account/passkeys/passes.ts'
import { paysUnder, shownPasskey } from '../../account/passkeys/passkeys.ts'
import { comparePin, usablePin } from '../../account/pin.ts'
import { keepsSecrets, userById } from '../../account/users.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { tellPasskey } from './security-notice.ts'

/** Telegram's biometrics on a phone in place of the fund PIN: a token that it shows to its owner's finger or face alone. */
export function biometricsApi(
  world: World,
): Pick<Handlers<typeof passkey>, 'biometricsAdd' | 'biometricsPass'> {
  const { db } = world

  return {
    async biometricsAdd({ pin, deviceKey }, customer) {
      const { userId, device } = customer
      const user = await userById(db, userId)
      await comparePin(world, { ...customer, pin })
      const under = paysUnder(user.pin_hash)
      const { row, token } = await transaction(db, async db => {
        await lockCustomer(db, userId)
        if (under === null || !(await keepsSecrets(db, user))) throw new Refused('passkey_refused')
        const made = await newBiometrics(world, db, { userId, deviceKey, device, paysUnder: under })
        await tellPasskey(db, { user, event: 'biometricsAdded', row: made.row, customer })
        return made
      })
      world.wake()
      return { passkey: shownPasskey(row, user), token }
    },

    async biometricsPass({ token, deviceKey }, customer) {
      const { userId, sessionId } = customer
      const under = paysUnder(await usablePin(db, customer)) as string
      const pass = await transaction(db, async db => {
        const isTheirs = await useBiometrics(world, db, { userId, deviceKey, token, paysUnder: under })
        if (!isTheirs) throw new Refused('passkey_refused')
        return await newPass(db, { userId, sessionId, paysUnder: under })
      })
      return { pass }
    },
  }
}
