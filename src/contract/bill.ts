import * as z from 'zod/mini'
import { call } from './call.ts'
import {
  amount,
  currency,
  id,
  instant,
  keyword,
  lang,
  lineOrNoneOf,
  list,
  paged,
  signedAmount,
} from './field.ts'

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
  /** What its owner wrote on it for themselves; absent where nothing is. `remark.note` is ours. */
  note: z.optional(z.string()),
})
/** A bill row as it travels. */
export type Bill = z.output<typeof bill>

/**
 * What a bill cost, beside the fees that bills name themselves: `openFee` of a card, `spread` of a conversion (how far our
 * rate was below the reference rate), `returned` for a fee that was given back, `other` for what has no name.
 */
export const costKind = z.enum(
  [
    'rechargeFee',
    'openFee',
    'annualFee',
    'mailingFee',
    'withdrawFee',
    'spread',
    'convertFee',
    'consumeFee',
    'crossBorderFee',
    'waivedRest',
    'returned',
    'other',
  ],
  'costKind',
)
/** A kind of cost. */
export type CostKind = z.output<typeof costKind>

/** What somebody writes on a bill: at most 140 characters of one line; empty takes it away. */
const billNote = lineOrNoneOf(140)

/** The zone of a customer's clock: an IANA name such as `Asia/Shanghai`. */
export const zone = z.string('zone').check(z.maxLength(64, 'zone'), z.refine(isZone, { error: 'zone' }))
/** A calendar month: `2026-11`. */
export const month = z.string('month').check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'month'))

export const userBill = call({
  path: '/api/customer/userBill/{pageSize}/{page}',
  promise:
    'Bill rows of the caller, newest first; the last three months unless startTime is given. `total` counts to 1,000. A row that is committed late has its place above newer ones: while reading on ask again for the first page, with downTo: none was missed if as many rows are known as it counts.',
  input: z.strictObject({
    ...paged(),
    type: z.optional(z.union([billKind, z.literal('all')])),
    cardOutId: z.optional(id),
    /** Only what stands so. */
    status: z.optional(bill.shape.status),
    /** Only what cost something of that kind, and is final. */
    cost: z.optional(z.union([costKind, z.literal('all')])),
    /** Only what is of no card. */
    cardless: z.optional(z.boolean()),
    startTime: z.optional(instant),
    endTime: z.optional(instant),
    keyword: z.optional(keyword),
    /** Accept-Language by default. */
    lang: z.optional(lang),
    /** The last row of the page before: what follows it is given, whatever has arrived since, and `page` is ignored. */
    after: z.optional(id),
    /** The last row that is known: `total` counts down to it, with it. */
    downTo: z.optional(id),
  }),
  output: list(bill),
})

export const sums = call({
  path: '/api/customer/bill/sums',
  promise:
    'What came in and went out in each month, by currency. What is not final and what moves between own accounts is left out.',
  input: z.strictObject({
    zone,
    from: month,
    /** The last month; `from` is the first of twelve at most. */
    until: month,
    type: z.optional(z.union([billKind, z.literal('all')])),
    cardOutId: z.optional(id),
  }),
  output: z.array(z.strictObject({ month, currency, in: amount, out: amount })),
})

/** One step of a movement, oldest first. */
const step = z.strictObject({ what: z.string(), at: instant, detail: z.record(z.string(), z.string()) })

export const detail = call({
  path: '/api/customer/bill/detail',
  promise: 'One bill row with the other rows of its movement, each step so far and what comes next.',
  input: z.strictObject({ id }),
  output: z.strictObject({
    bill,
    related: z.array(bill),
    steps: z.array(step),
    /** What happens next, as a key for words; null when nothing more will. */
    next: z.nullable(z.string()),
    /** The movement in the books; null while there is none. */
    transferId: z.nullable(id),
    /** What is still out of a refund that the caller waits for; absent where they wait for none. */
    awaited: z.optional(
      z.strictObject({ left: amount, currency: z.literal('USD'), by: z.iso.date(), isLate: z.boolean() }),
    ),
  }),
})

export const note = call({
  path: '/api/customer/bill/note',
  promise:
    "Keeps the caller's words on one of their bill rows, or takes them away, and answers what is kept: card numbers are covered but for the last four digits. Nothing of the movement changes.",
  input: z.strictObject({ id, note: billNote }),
  output: z.strictObject({ note: z.nullable(z.string()) }),
})

/** A file made for the caller. */
export const file = z.strictObject({
  name: z.string(),
  type: z.enum(['text/csv', 'application/pdf']),
  /** Base64. */
  content: z.string(),
})
const paper = {
  zone,
  lang,
  format: z.enum(['csv', 'pdf'], 'format'),
  /** Of this card alone. */
  cardOutId: z.optional(id),
}

export const exportBills = call({
  path: '/api/customer/bill/export',
  promise:
    'The statement of any period of at most 366 days by the clock of the zone, as CSV or PDF: of every account, or of one card. Refused with limit_exceeded and the limit when it has more entries than a file takes, with limit_exceeded and when there are more (`until`) after thirty PDFs or sixty tables in an hour, and with request_in_progress while another is made for the caller.',
  input: z.strictObject({ ...paper, startTime: instant, endTime: instant }),
  output: file,
  refuses: ['limit_exceeded', 'request_in_progress'],
})

export const statement = call({
  path: '/api/customer/statement/{month}',
  promise:
    'The statement of a month in the given zone, as CSV or PDF: every account, or one card, with opening and closing balance. Refused as bill/export is.',
  input: z.strictObject({ ...paper, month }),
  output: file,
  refuses: ['limit_exceeded', 'request_in_progress'],
})

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
