import type * as bill from '../../../contract/bill.ts'
import type { Bill } from '../../../contract/bill.ts'
import { userById } from '../../account/users.ts'
import { billsOf, billWithTrace } from '../../bills/bill-list.ts'
import { noteBill } from '../../bills/bills.ts'
import { sumsOf } from '../../bills/sums.ts'
import { withoutCardNumbers } from '../../feedback/masking.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { reasons } from '../../messages/words/reason.ts'
import { awaitedOf } from '../../refunds/reading.ts'
import type { World } from '../../world.ts'
import { monthsBack, monthsBetween } from '../../zone.ts'
import type { Handlers } from '../handler.ts'
import { statementHandlers } from './statement.ts'

const monthsMax = 12

/** Bill rows: what happened to the caller's money. */
export function billApi(world: World): Handlers<typeof bill> {
  const { db } = world

  return {
    ...statementHandlers(world),

    async userBill(input, { userId, lang }) {
      const { type, cardOutId, status, cost, cardless, startTime, endTime, after, downTo, page, pageSize } =
        input
      const keyword = input.keyword?.trim()
      const filter = {
        userId,
        kind: type === 'all' ? undefined : type,
        cardId: cardOutId,
        status,
        cost,
        isCardless: cardless,
        from: startTime ? new Date(startTime) : monthsBack(new Date(), 3),
        until: endTime ? new Date(endTime) : undefined,
        search: keyword ? { keyword, lang: input.lang ?? lang } : undefined,
        after,
        downTo,
      }
      return { ...(await billsOf(db, filter, { page, pageSize })), page, pageSize }
    },

    async sums({ zone, from, until, type, cardOutId }, { userId }) {
      const months = monthsBetween({ from, until })
      if (months.length === 0 || months.length > monthsMax)
        throw new Refused('input_invalid', { fields: { until: 'month' } })
      const kind = type === 'all' ? undefined : type
      return await sumsOf(db, { userId, months, timezone: zone, kind, cardId: cardOutId })
    },

    async detail({ id }, { userId }) {
      const found = await billWithTrace(db, { userId, billId: id })
      if (!found) throw new Denied()
      const awaited = await awaitedOf(db, found.bill.traceId)
      const bill = withWhy(found.bill, (await userById(db, userId)).lang)
      return { ...found, bill, ...(awaited && { awaited }) }
    },

    async note({ id, note: typed }, { userId }) {
      const note = withoutCardNumbers(typed) || null
      if (!(await noteBill(db, { userId, billId: id, note }))) throw new Denied()
      return { note }
    },
  }
}

/** Says why an adjustment was made, in the reader's language, before what the operator adds to it. */
function withWhy(row: Bill, lang: 'zh' | 'en'): Bill {
  const { adjusted, note } = row.remark
  const why = reasons[lang][`adjusted.${adjusted}`]
  if (adjusted === 'other' || !why) return row
  return { ...row, remark: { ...row.remark, note: note ? `${why} · ${note}` : why } }
}
