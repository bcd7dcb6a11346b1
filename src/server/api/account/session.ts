import type * as session from '../../../contract/session.ts'
import { liveSessionsOf, revokeSessions } from '../../account/live-sessions.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** Where a customer is signed in, and being there no more. */
export function sessionApi({ db }: World): Handlers<typeof session> {
  return {
    async sessionList(_input, customer) {
      return await liveSessionsOf(db, customer)
    },

    async sessionRevoke({ id }, customer) {
      return { ended: await revokeSessions(db, customer, id) }
    },
  }
}
