import type * as bill from '../../contract/bill.ts'
import { billsOf, billWithTrace } from '../bills/bill-list.ts'
import { Denied } from '../refused.ts'
import type { World } from '../world.ts'
import type { Handlers } from './handler.ts'

/** Bill rows: what happened to the caller's money. */
export function billApi({ db }: World): Handlers<typeof bill> {
  return {
    async userBill({ type, cardOutId, startTime, endTime, keyword, page, pageSize }, { userId }) {
      const filter = {
        userId,
        kind: type === 'all' ? undefined : type,
        cardId: cardOutId,
        from: startTime ? new Date(startTime) : threeMonthsAgo(),
        until: endTime ? new Date(endTime) : undefined,
        keyword: keyword?.trim(),
      }
      return { ...(await billsOf(db, filter, { page, pageSize })), page, pageSize }
    },

    async detail({ id }, { userId }) {
      const found = await billWithTrace(db, { userId, billId: id })
      if (!found) throw new Denied()
      return found
    },
  }
}

function threeMonthsAgo(): Date {
  const then = new Date()
  then.setUTCMonth(then.getUTCMonth() - 3)
  return then
}
