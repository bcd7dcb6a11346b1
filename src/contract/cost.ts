import * as z from 'zod/mini'
import { costKind, file, zone } from './bill.ts'
import { call } from './call.ts'
import { amount, currency, id, instant, lang, signedAmount } from './field.ts'

/** A calendar year: `2026`. */
const year = z.string('year').check(z.regex(/^20\d{2}$/, 'year'))

/** What something came to in one currency. Below zero where more was given back than was paid. */
const sum = z.strictObject({ currency, amount: signedAmount })

export const fees = call({
  path: '/api/customer/cost/fees',
  promise:
    "What the caller paid in fees within a year by the clock of the zone, as final bills say: by currency, month, kind and card. What was given back counts against it. A conversion's spread is what the reference rate of its moment would have given beyond ours, in USDT.",
  input: z.strictObject({ zone, year }),
  output: z.strictObject({
    /** Those in which the caller has bills, the latest first. */
    years: z.array(year),
    total: z.array(sum),
    months: z.array(z.strictObject({ ...sum.shape, month: z.string() })),
    /** With the number of bills behind it. */
    kinds: z.array(z.strictObject({ ...sum.shape, kind: costKind, count: z.int() })),
    /** Null: no card's, such as withdrawals and conversions. */
    cards: z.array(
      z.strictObject({
        ...sum.shape,
        card: z.nullable(z.strictObject({ id, last4: z.string(), cardTypeName: z.string() })),
      }),
    ),
  }),
})

export const exportFees = call({
  path: '/api/customer/cost/export',
  promise:
    'Every bill behind the fees of a year as CSV, and what they come to by currency. Refused with limit_exceeded and the limit when there are more than a file takes, when there are tables again (`until`) after sixty in an hour, and while another file of the caller is being made (request_in_progress).',
  input: z.strictObject({ zone, year, lang }),
  output: file,
  refuses: ['limit_exceeded', 'request_in_progress'],
})

/** A kind of card that would have cost less. */
const cheaperKind = z.strictObject({
  cardTypeId: z.string(),
  cardTypeName: z.string(),
  /** All that it would have cost, the fees of opening (unless one is in use) and of a year included; USDT. */
  cost: amount,
  /** How much less than what was paid; USDT. */
  saves: amount,
  openFee: amount,
  annualFee: amount,
  /** The caller has a card of it: nothing to open. */
  isOwned: z.boolean(),
})

export const cheaper = call({
  path: '/api/customer/cost/cheaper',
  promise:
    'Kinds of virtual cards that would have cost at least 5 USDT less than what the caller paid, for the same recharges and purchases of the last twelve months; the cheapest first. Only kinds whose limits would have allowed all of them. What was paid for opening own cards is not counted.',
  input: z.strictObject({}),
  output: z.strictObject({
    since: instant,
    /** Fees of recharges and purchases and annual fees; USDT. */
    paid: amount,
    kinds: z.array(cheaperKind),
  }),
})
