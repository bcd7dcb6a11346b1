import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, id, instant, lineOrNoneOf, requestId } from './field.ts'
import { ofPurchase } from './purchase.ts'

/** Why no refund can be waited for now: `data.reason` of the refusal `refund_watch_refused`. */
const refundTrouble = z.enum([
  'not_purchase',
  'pending',
  'not_charged',
  'refunded',
  'disputed',
  'too_late',
  'open',
  'over',
])
/** Why no refund can be waited for now. */
export type RefundTrouble = z.output<typeof refundTrouble>

/** What a customer writes beside a refund they wait for: at most 140 characters of one line; empty is nothing. */
export const refundNote = lineOrNoneOf(140)

/** A day by the customer's clock: `2026-11-20`. */
const refundDay = z.iso.date('date')

/** A refund that a customer waits for. */
const refundWatch = z.strictObject({
  id,
  ...ofPurchase,
  /** What is expected in all, what of it has come since, and what is still out. */
  amount,
  arrived: amount,
  left: amount,
  currency: z.literal('USD'),
  by: refundDay,
  /** From today until that day, by the customer's clock: 0 is today, less is past. */
  daysLeft: z.int(),
  /** That day is over and not all of it has come. */
  isLate: z.boolean(),
  note: z.nullable(z.string()),
  /** The last three are ends: all of it came, the customer waits no longer, a dispute took its place. */
  status: z.enum(['open', 'arrived', 'dropped', 'disputed']),
  createTime: instant,
  updateTime: instant,
})
/** A refund that is waited for, as it travels. */
export type RefundWatch = z.output<typeof refundWatch>

export const refundTerms = call({
  path: '/api/customer/refund/terms',
  promise:
    'What can be expected back of a card purchase and by what day, and the newest watch for its refund; a fee and a refund answer for their purchase.',
  input: z.strictObject({ billId: id }),
  output: z.strictObject({
    ...ofPurchase,
    /** Charged and not come back. */
    left: amount,
    currency: z.literal('USD'),
    /** The first day that can be chosen, the one that is offered, and the last, which leaves a week for a dispute. */
    from: refundDay,
    offered: z.nullable(refundDay),
    latest: z.nullable(refundDay),
    /** Why none can be waited for now; null when it can. */
    trouble: z.nullable(refundTrouble),
    watch: z.nullable(refundWatch),
  }),
  refuses: ['refund_watch_refused'],
})

export const watchRefund = call({
  path: '/api/customer/refund/watch',
  promise:
    'Notes that the caller waits for a refund of a card purchase: how much, at most what was charged and has not come back, and by what day. One open watch per purchase, and the same requestId makes one only. No money moves. Card numbers in the note are covered.',
  input: z.strictObject({ billId: id, amount, by: refundDay, note: z.optional(refundNote), requestId }),
  output: refundWatch,
  refuses: ['refund_watch_refused', 'amount_out_of_range', 'limit_exceeded', 'request_changed'],
})

export const changeRefundWatch = call({
  path: '/api/customer/refund/change',
  promise:
    'Changes an open watch; what is left out stays, and a repeat answers the same. A later day has it told as late anew.',
  input: z.strictObject({
    id,
    /** In all, with what has come: more than that, and at most that and what is left of the purchase. */
    amount: z.optional(amount),
    by: z.optional(refundDay),
    note: z.optional(refundNote),
  }),
  output: refundWatch,
  refuses: ['refund_watch_refused', 'amount_out_of_range'],
})

export const dropRefundWatch = call({
  path: '/api/customer/refund/drop',
  promise: 'The caller waits no longer. A repeat, or after its end, answers how it stands.',
  input: z.strictObject({ id }),
  output: refundWatch,
})

export const refundWatches = call({
  path: '/api/customer/refund/list',
  promise: 'The open watches of the caller, the earliest day first, and what is out in all by currency.',
  input: z.strictObject({}),
  output: z.strictObject({
    list: z.array(refundWatch),
    sums: z.array(z.strictObject({ currency: z.literal('USD'), left: amount, late: amount })),
  }),
})
