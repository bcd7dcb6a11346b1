import * as z from 'zod/mini'
import { call, planned } from './call.ts'
import { amount, currency, id, instant, list, paged, signedAmount } from './field.ts'

/** What a bill row tells of (specification section 2, decision D7); `all` is a filter only. */
export const billKind = z.enum([
  'deposit',
  'withdraw',
  'openCard',
  'topUp',
  'remittance',
  'transfer',
  'fee',
  'cardTransaction',
  'consume',
  'refund',
])
/** The kind of a bill row. */
export type BillKind = z.output<typeof billKind>

/** One bill row (decision D3). */
export const bill = z.strictObject({
  id,
  type: billKind,
  /** Signed: plus came in, minus went out. */
  amount: signedAmount,
  currency,
  /** Fees that belong to this movement and have rows of their own. */
  fee: amount,
  /** `wallet`, or the last four digits of a card. */
  account: z.string(),
  /** Parameters of the words shown: merchant, reason, network, from and to. */
  remark: z.record(z.string(), z.string()),
  status: z.enum(['pending', 'done', 'declined', 'reversed', 'expired', 'failed']),
  createTime: instant,
  cardOutId: z.nullable(id),
  /** All rows of one movement carry the same. */
  traceId: id,
})
/** A bill row as it travels. */
export type Bill = z.output<typeof bill>

export const userBill = call({
  path: '/api/customer/userBill/{pageSize}/{page}',
  promise: 'Bill rows of the caller, newest first; the last three months unless startTime is given.',
  input: z.strictObject({
    ...paged(),
    type: z.optional(z.union([billKind, z.literal('all')])),
    cardOutId: z.optional(id),
    startTime: z.optional(instant),
    endTime: z.optional(instant),
    keyword: z.optional(z.string().check(z.maxLength(64))),
  }),
  output: list(bill),
})

/** One step of a movement, oldest first. */
const step = z.strictObject({ what: z.string(), at: instant, detail: z.record(z.string(), z.string()) })

export const detail = call({
  path: '/api/customer/bill/detail',
  promise: 'One bill row with the other rows of its movement and each step so far.',
  input: z.strictObject({ id }),
  output: z.strictObject({ bill, related: z.array(bill), steps: z.array(step) }),
})

export const exportBills = planned({
  path: '/api/customer/bill/export',
  promise: 'Bill rows of a period as a file.',
})
export const statement = planned({
  path: '/api/customer/statement/{month}',
  promise: 'The statement of a month with opening and closing balance.',
})
export const openDispute = planned({ path: '/api/customer/dispute/open', promise: 'Contests a purchase.' })
export const disputes = planned({ path: '/api/customer/dispute/list', promise: 'Disputes of the caller.' })
