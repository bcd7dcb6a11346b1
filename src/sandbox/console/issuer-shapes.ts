import * as z from 'zod/mini'
import { disputeSteps } from '../issuer/disputes.ts'
import { channels } from '../issuer/rows.ts'

// What a person may ask of the issuer, field by field.

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const dollars = z
  .string('an amount is a decimal string')
  .check(z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 'not an amount'))
const last4 = z.string().check(z.regex(/^\d{4}$/, 'four digits'))
const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters'))
const mcc = z.string().check(z.regex(/^\d{4}$/, 'four digits'))
const merchant = {
  merchant: line,
  city: z.optional(line),
  country: z._default(country, 'HK'),
  mcc: z._default(mcc, '5999'),
}

/** The activation code, as the letter of a card shows it to a camera. */
export const letter = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/, 'six digits')) })
/** Something that is bought with a card. */
export const purchase = z.strictObject({
  cardId: z.optional(line),
  last4: z.optional(last4),
  amount: dollars,
  currency: z._default(z.enum(['USD', 'EUR', 'CNY', 'HKD']), 'USD'),
  ...merchant,
  channel: z._default(z.enum(channels), 'online'),
  pin: z.optional(z.string().check(z.regex(/^\d{4,6}$/, 'four to six digits'))),
  /** `challenge` has it wait until it is confirmed in the app, for `challengeMs` at the most. */
  threeDs: z.optional(z.enum(['missing', 'failed', 'challenge'])),
  challengeMs: z.optional(z.int().check(z.minimum(0), z.maximum(3_600_000))),
  kind: z._default(z.enum(['purchase', 'authorization']), 'purchase'),
  clearingMs: z.optional(z.int().check(z.minimum(0), z.maximum(40 * 86_400_000))),
})

const later = {
  threadId: z.optional(line),
  cardId: z.optional(line),
  last4: z.optional(last4),
  amount: z.optional(dollars),
  merchant: z.optional(line),
  city: z.optional(line),
  country: z.optional(country),
  mcc: z.optional(mcc),
}
/** What the issuer tells of a card or a purchase when a person wants it told. */
export const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authorization.incremental'), threadId: line, amount: dollars }),
  z.strictObject({ type: z.literal('authorization.reversed'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('authorization.expired'), threadId: line }),
  z.strictObject({ type: z.literal('clearing.posted'), ...later, final: z.optional(z.boolean()) }),
  z.strictObject({ type: z.literal('refund.posted'), ...later }),
  z.strictObject({ type: z.literal('refund.reversed'), ...later }),
  z.strictObject({ type: z.literal('dispute.credited'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('dispute.reversed'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('authorization.declined_by_issuer'), ...later, reason: z.optional(line) }),
  z.strictObject({
    type: z.literal('card.updated'),
    cardId: z.optional(line),
    last4: z.optional(last4),
    state: z.enum(['active', 'frozen', 'expired', 'closed']),
  }),
])

/** Where an order is moved to; the next step where nothing is said. */
export const advance = z.strictObject({
  to: z.optional(
    z.enum(['approved', 'printing', 'shipped', 'delivered', 'returned', 'refused', 'cancelled']),
  ),
  /** Why it is refused. */
  reason: z.optional(line),
})

/** In how many months the card expires; -1 has it expire at once. */
export const expiry = z.strictObject({ months: z.int().check(z.minimum(-1), z.maximum(120)) })

/** What the issuer says of a dispute. */
export const decision = z.strictObject({
  to: z.enum(disputeSteps),
  /** What is still wanted to be seen, and within how many days. */
  note: z.optional(line),
  days: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
})
