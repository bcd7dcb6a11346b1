import { createECDH } from 'node:crypto'
import type * as message from '../../../contract/message.ts'
import { transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { subscribe, subscriptionsOf, unsubscribe } from '../../messages/subscriptions.ts'
import { mayBeEndpoint } from '../../push/endpoint.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

type PushHandlers = Pick<Handlers<typeof message>, 'pushSubscribe' | 'pushUnsubscribe' | 'pushList'>

/** The devices that copies of messages are shown on. */
export function pushHandlers({ db, config, pusher }: World): PushHandlers {
  return {
    async pushSubscribe({ endpoint, p256dh, auth, hasAmounts }, customer) {
      if (!pusher) throw new Refused('feature_unsupported')
      if (!mayBeEndpoint(endpoint, { isSandbox: config.SANDBOX }))
        throw new Refused('modify_failed', { fields: { endpoint: 'text' } })
      if (!isPoint(p256dh)) throw new Refused('modify_failed', { fields: { p256dh: 'text' } })
      await transaction(db, db =>
        subscribe(db, customer, { endpoint, p256dh, auth, has_amounts: hasAmounts }),
      )
      return null
    },
    async pushUnsubscribe(_input, customer) {
      await unsubscribe(db, customer)
      return null
    },
    async pushList(_input, customer) {
      return await subscriptionsOf(db, customer)
    },
  }
}

/** Whether something can be sealed for it: a point of the curve, which most numbers are not. */
function isPoint(key: string): boolean {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch {
    return false
  }
}
