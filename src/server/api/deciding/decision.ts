import * as decision from '../../../contract/decision.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/**
 * A decision that nobody wants any more takes its own key: one that is being carried out at this moment is waited for, and
 * one that comes later finds the key used for something else.
 */
export function decisionApi({ db }: World): Handlers<typeof decision> {
  return {
    async drop({ requestId }, { userId }) {
      const { path } = decision.drop
      const row = { user_id: userId, request_id: requestId, call: path, request_hash: '' }
      await db
        .insertInto('decisions')
        .values({ ...row, created_at: new Date() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const { call } = await db
        .selectFrom('decisions')
        .select('call')
        .where('user_id', '=', userId)
        .where('request_id', '=', requestId)
        .executeTakeFirstOrThrow()
      return { isDropped: call === path }
    },
  }
}
