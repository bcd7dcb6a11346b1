import type { Input } from '../../../contract/call.ts'
import { format, parse } from '../../../contract/money.ts'
import type * as refund from '../../../contract/refund.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { userById } from '../../account/users.ts'
import { lockCard } from '../../cards/cards.ts'
import { type Db, transaction } from '../../database/database.ts'
import { withoutCardNumbers } from '../../feedback/masking.ts'
import { Refused } from '../../http/refused.ts'
import { newestWatch, openWatches, ownWatch } from '../../refunds/reading.ts'
import { changeWatch, countOpen, endWatch, lockWatch, setBefore, writeWatch } from '../../refunds/watches.ts'
import type { World } from '../../world.ts'
import { endOfDay } from '../../zone.ts'
import type { Handlers } from '../handler.ts'
import { contestedBy } from '../help/dispute-terms.ts'
import { type RefundTerms, refundTermsOf } from './refund-terms.ts'

const anHour = { limit: 60, windowMs: 60 * 60_000 }
const openMax = 200

/** Refunds that customers wait for: said here, matched with what merchants give back, told as late by a job. */
export function refundApi({ db }: World): Handlers<typeof refund> {
  return {
    async refundTerms({ billId }, { userId }) {
      const { bill, purchase } = await purchaseBehind(db, { userId, billId })
      const { timezone } = await userById(db, userId)
      const terms = await refundTermsOf(db, { bill, purchase }, timezone)
      return {
        billId: bill.id,
        cardOutId: purchase.card_id,
        last4: bill.account,
        merchant: purchase.merchant,
        left: format(terms.leftMinor, 'USD'),
        currency: 'USD',
        from: terms.from,
        offered: terms.offered,
        latest: terms.latest,
        trouble: terms.trouble,
        watch: await newestWatch(db, { userId, purchaseId: purchase.id }),
      }
    },

    async watchRefund(input, { userId }) {
      const watchId = await transaction(db, db => set(db, { userId, input }))
      return await ownWatch(db, { userId, watchId })
    },

    async changeRefundWatch(input, { userId }) {
      const { cardOutId, billId } = await ownWatch(db, { userId, watchId: input.id })
      await transaction(db, async db => {
        await lockCard(db, cardOutId)
        await change(db, { userId, billId, input })
      })
      return await ownWatch(db, { userId, watchId: input.id })
    },

    async dropRefundWatch({ id }, { userId }) {
      const { cardOutId } = await ownWatch(db, { userId, watchId: id })
      await transaction(db, async db => {
        await lockCard(db, cardOutId)
        const watch = await lockWatch(db, id)
        if (watch.ended_at === null) await endWatch(db, watch, 'dropped')
      })
      return await ownWatch(db, { userId, watchId: id })
    },

    async refundWatches(_, { userId }) {
      return await openWatches(db, userId)
    },
  }
}

/** Sets a watch once, under the lock of its card: while it is held nothing is charged, refunded or disputed beside. */
async function set(
  db: Db,
  { userId, input }: { userId: string; input: Input<typeof refund.watchRefund> },
): Promise<string> {
  const asked = { userId, billId: input.billId }
  const known = await purchaseBehind(db, asked)
  await lockCard(db, known.purchase.card_id)
  const { bill, purchase } = await purchaseBehind(db, asked)
  const amountMinor = parse(input.amount, 'USD')
  const note = noteOf(input.note)
  const request = { billId: bill.id, amount: `${amountMinor}`, by: input.by, note }
  const before = await setBefore(db, { userId, requestId: input.requestId, request })
  if (before) return before
  await takeTryOrRefuse(db, { subject: `refund-watch:${userId}`, ...anHour })
  const { timezone } = await userById(db, userId)
  const terms = await refundTermsOf(db, { bill, purchase }, timezone)
  if (terms.trouble) throw new Refused('refund_watch_refused', { reason: terms.trouble })
  if ((await countOpen(db, userId)) >= openMax) throw new Refused('limit_exceeded', { limit: openMax })
  return await writeWatch(db, {
    user_id: userId,
    request_id: input.requestId,
    request,
    purchase_id: purchase.id,
    bill_id: bill.id,
    card_id: purchase.card_id,
    amount_minor: within(amountMinor, { least: 1n, most: terms.leftMinor }),
    ...dayOf(input.by, { terms, timezone }),
    note,
  })
}

/** Changes what is given. More than has come is expected, and no more than that and what is left of the purchase. */
async function change(
  db: Db,
  {
    userId,
    billId,
    input: { id, amount, by, note },
  }: { userId: string; billId: string; input: Input<typeof refund.changeRefundWatch> },
): Promise<void> {
  const watch = await lockWatch(db, id)
  if (watch.ended_at !== null) throw new Refused('refund_watch_refused', { reason: 'over' })
  const { timezone } = await userById(db, userId)
  const terms = await refundTermsOf(db, await purchaseBehind(db, { userId, billId }), timezone)
  const arrivedMinor = watch.arrived_minor
  const range = { least: arrivedMinor + 1n, most: arrivedMinor + terms.leftMinor }
  const isOtherDay = by !== undefined && by !== watch.due_on
  await changeWatch(db, watch, {
    ...(amount !== undefined && { amount_minor: within(parse(amount, 'USD'), range) }),
    ...(isOtherDay && { ...dayOf(by, { terms, timezone }), told_late_at: null }),
    ...(note !== undefined && { note: noteOf(note) }),
  })
}

async function purchaseBehind(db: Db, asked: { userId: string; billId: string }) {
  const contested = await contestedBy(db, asked)
  if (!contested) throw new Refused('refund_watch_refused', { reason: 'not_purchase' })
  return contested
}

function within(minor: bigint | null, { least, most }: { least: bigint; most: bigint }): bigint {
  if (minor !== null && minor >= least && minor <= most) return minor
  throw new Refused('amount_out_of_range', { min: format(least, 'USD'), max: format(most, 'USD') })
}

/** A day that can be chosen, and when it is over by the customer's clock. */
function dayOf(by: string, { terms, timezone }: { terms: RefundTerms; timezone: string }) {
  if (terms.latest === null || by < terms.from || by > terms.latest) {
    throw new Refused('input_invalid', { fields: { by: 'date' } })
  }
  return { due_on: by, due_at: endOfDay({ day: by, timezone }) }
}

function noteOf(typed = ''): string | null {
  return withoutCardNumbers(typed) || null
}
