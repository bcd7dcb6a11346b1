import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, instant } from './field.ts'

/**
 * What becomes of a card that expires soon: it is renewed at `time` at the earliest, or not, as its owner wants; the issuer
 * is being asked, or mails a new plastic, since then; it was renewed or refused then.
 */
export const standing = z.strictObject({
  state: z.enum(['planned', 'unwanted', 'asked', 'mailed', 'renewed', 'refused']),
  time: instant,
  /** The parcel with the new plastic, once it was handed to a carrier: since when it is so, and how it is followed. */
  parcel: z.optional(
    z.strictObject({
      state: z.enum(['shipped', 'delivered', 'returned']),
      time: instant,
      tracking: z.nullable(z.strictObject({ carrier: z.string(), number: z.string() })),
    }),
  ),
})
/** What becomes of a card that expires soon, as it travels. */
export type Renewal = z.output<typeof standing>

export const renewal = call({
  path: '/api/customer/card/renewal',
  promise:
    'Says whether a card that expires soon is renewed, free of charge; it is unless its owner does not want it. One that is not wanted may be wanted again until it expires; once the issuer is asked nothing is changed any more.',
  input: z.strictObject({ id, isWanted: z.boolean() }),
  output: z.nullable(standing),
  refuses: ['card_closed', 'modify_failed'],
})
