import * as z from 'zod/mini'
import { call } from './call.ts'
import { images } from './feedback.ts'
import { amount, description, id, instant, list, paged, requestId } from './field.ts'
import { ofPurchase } from './purchase.ts'

/** Why a customer contests a purchase. */
const disputeReason = z.enum(
  ['unknown', 'amount', 'notReceived', 'duplicate', 'noCash', 'cancelled'],
  'reason',
)
/** Why a customer contests a purchase. */
export type DisputeReason = z.output<typeof disputeReason>

/** Where a dispute stands; the last four are ends. `refused`: the issuer did not take it. */
const disputeStatus = z.enum([
  'opened',
  'sent',
  'evidence',
  'withdrawing',
  'won',
  'lost',
  'withdrawn',
  'refused',
])

/** Why a purchase cannot be disputed now: `data.reason` of the refusal `dispute_refused`. */
const disputeTrouble = z.enum([
  'not_purchase',
  'not_cleared',
  'too_late',
  'refunded',
  'open',
  'decided',
  'over',
])
/** Why a purchase cannot be disputed now. */
export type DisputeTrouble = z.output<typeof disputeTrouble>

const row = {
  id,
  /** What people name it by: `500001`. */
  number: z.string(),
  ...ofPurchase,
  reason: disputeReason,
  amount,
  currency: z.literal('USD'),
  status: disputeStatus,
  /** What the issuer still wants to see, in its words, and by when. */
  note: z.nullable(z.string()),
  evidenceBy: z.nullable(instant),
  createTime: instant,
  updateTime: instant,
}

/** A dispute with what the customer said to it, oldest line first, and its steps. */
export const dispute = z.strictObject({
  ...row,
  lines: z.array(
    z.strictObject({ id, text: z.string(), pictures: z.int(), isSent: z.boolean(), createTime: instant }),
  ),
  /** What happened so far, oldest first; the trail of the bill tells the same. */
  steps: z.array(z.strictObject({ what: z.string(), at: instant })),
})
/** A dispute as it travels. */
export type Dispute = z.output<typeof dispute>

export const disputeTerms = call({
  path: '/api/customer/dispute/terms',
  promise:
    'What of a card purchase can be disputed, until when, and its newest dispute; a fee and a refund answer for their purchase.',
  input: z.strictObject({ billId: id }),
  output: z.strictObject({
    ...ofPurchase,
    /** Cleared and not come back. */
    max: amount,
    currency: z.literal('USD'),
    /** Null while nothing of it is cleared. */
    until: z.nullable(instant),
    /** Why it cannot be disputed now; null when it can. */
    trouble: z.nullable(disputeTrouble),
    dispute: z.nullable(dispute),
  }),
  refuses: ['dispute_refused'],
})

export const openDispute = call({
  path: '/api/customer/dispute/open',
  promise:
    'Contests a cleared card purchase within 120 days, for at most what was cleared and has not come back; one open dispute per row, and the same requestId opens one only. It goes to the issuer afterwards. Card numbers in the text are covered.',
  input: z.strictObject({
    billId: id,
    reason: disputeReason,
    amount,
    description,
    images: z.optional(images),
    requestId,
  }),
  output: dispute,
  refuses: ['dispute_refused', 'amount_out_of_range', 'limit_exceeded', 'upload_failed', 'request_changed'],
})

export const disputes = call({
  path: '/api/customer/dispute/list/{pageSize}/{page}',
  promise: 'Disputes of the caller, newest first.',
  input: z.strictObject({ ...paged() }),
  output: list(z.strictObject(row)),
})

export const getDispute = call({
  path: '/api/customer/dispute/get',
  promise: 'One dispute with what was said to it.',
  input: z.strictObject({ id }),
  output: dispute,
})

export const addEvidence = call({
  path: '/api/customer/dispute/evidence',
  promise: 'Adds words and pictures to a dispute that has not ended; they go to the issuer, once.',
  input: z.strictObject({ id, description, images: z.optional(images), requestId }),
  output: dispute,
  refuses: ['dispute_refused', 'limit_exceeded', 'upload_failed', 'request_changed'],
})

export const withdrawDispute = call({
  path: '/api/customer/dispute/withdraw',
  promise:
    'Takes a dispute back: at once while the issuer cannot know of it, else as soon as the issuer says so. A repeat answers the same.',
  input: z.strictObject({ id }),
  output: dispute,
  refuses: ['dispute_refused'],
})
