import * as z from 'zod/mini'
import { amount, country, instant } from './field.ts'
import type { ShopKind } from './shops.ts'

/** Windows roll: the last 24 hours, the last 30 days. A purchase that was declined or reversed is not counted. */
const limitWindow = z.enum(['single', 'day', 'month'])
/** A limit of purchases, in USD. */
export const cardLimits = z.array(
  z.strictObject({
    window: limitWindow,
    /** What the customer has set; null: the most. */
    own: z.nullable(amount),
    /** The most the type of the card allows. */
    most: amount,
    /** What counts against it now; zero for a single purchase. */
    used: amount,
  }),
)

/** The limits that a customer sets; null: the most. What is left out stays. */
export const ownLimits = z.strictObject({
  single: z.optional(z.nullable(amount)),
  day: z.optional(z.nullable(amount)),
  month: z.optional(z.nullable(amount)),
})

/** How and in which countries a card may be used. */
const place = z.strictObject({
  online: z.boolean(),
  contactless: z.boolean(),
  atm: z.boolean(),
  /** Outside the region it was issued in. */
  abroad: z.boolean(),
  /** Only in these countries; null: everywhere. */
  countries: z.nullable(z.array(country).check(z.maxLength(60))),
  /** Each purchase that is approved freezes it; a check of nothing does not, and a raise belongs to its purchase. */
  isSingleUse: z.boolean(),
})
/** Whether a card pays each kind of shop, told by the category that the merchant is registered under. */
const shops = z.strictObject({
  gambling: z.boolean(),
  adult: z.boolean(),
  alcohol: z.boolean(),
  money: z.boolean(),
  games: z.boolean(),
  travel: z.boolean(),
}) satisfies z.ZodMiniType<Record<ShopKind, boolean>>
/** Where a card may be used; false stops it there at once. */
export const cardRules = z.extend(place, {
  shops,
  /** From when on gambling counts as allowed, while that waits; until then `shops` says that it is stopped. */
  gamblingFrom: z.nullable(instant),
})
/** The rules of a card as they travel. */
export type CardRules = z.output<typeof cardRules>
/** What of the rules is set; what is left out stays. Gambling is allowed later, and stopping it takes that back. */
export const ruleChange = z.extend(z.partial(place), { shops: z.optional(z.partial(shops)) })
/** A change of the rules as it travels. */
export type RuleChange = z.output<typeof ruleChange>

/** A merchant, by the name that its payments carry. */
export const merchant = z
  .string('text')
  .check(
    z.minLength(1, 'required'),
    z.maxLength(200, 'tooLong'),
    z.regex(/^(?=.*\S)[^\p{Cc}\p{Cs}]*$/u, 'text'),
  )
/** A change of who may charge a card, and of how much within 30 days; USD, null: as much as there is. */
export const merchantChange = z.union(
  [
    z.strictObject({ merchant, isStopped: z.boolean() }),
    z.strictObject({ merchant, cap: z.nullable(amount) }),
    z.strictObject({ isOnlyThese: z.boolean() }),
  ],
  'required',
)
/** A rule about merchants that can be tried on what a card paid: that one takes no more, or that nobody new charges it. */
export const merchantTrial = z.union(
  [z.strictObject({ merchant, cap: amount }), z.strictObject({ isOnlyThese: z.literal(true) })],
  'required',
)
/** A change of who may charge a card as it travels. */
export type MerchantChange = z.output<typeof merchantChange>
