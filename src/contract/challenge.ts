import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, id, instant, signedAmount } from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPinOrPass } from './refusal.ts'

/**
 * An online purchase that its cardholder is asked to confirm (3-D Secure), before the issuer asks us about the money.
 * `approved` and `denied` are the customer's own word, `expired` and `cancelled` how it ended without one.
 */
export const challenge = z.strictObject({
  id,
  cardId: id,
  last4: z.string(),
  merchant: z.string(),
  city: z.string(),
  /** ISO 3166, two letters; empty where the merchant does not say. */
  country: z.string(),
  amount,
  currency: z.literal('USD'),
  status: z.enum(['waiting', 'approved', 'denied', 'expired', 'cancelled']),
  expireTime: instant,
  /** Seconds until then by our clock, 0 once it is over: a phone's own may be wrong. */
  leftSeconds: z.int(),
  /**
   * Whether the issuer has the customer's word: it is on its way, it was taken, or it came too late and the purchase was not
   * made. Null while there is none.
   */
  answer: z.nullable(z.enum(['sending', 'taken', 'late'])),
  /** Free on the card now, in USD: with less than the amount the purchase is declined all the same. */
  available: signedAmount,
  /** Whether the owner can freeze the card: it is neither frozen nor over. */
  canFreeze: z.boolean(),
  /** The row of the purchase, once there is one. */
  billId: z.nullable(id),
  createTime: instant,
})
/** An online purchase that its cardholder is asked to confirm, as it travels. */
export type Challenge = z.output<typeof challenge>

export const challenges = call({
  path: '/api/customer/challenge/list',
  promise: 'The purchases that wait for the caller to confirm them, the one that ends first on top.',
  input: z.strictObject({}),
  output: z.array(challenge),
})

export const getChallenge = call({
  path: '/api/customer/challenge/get',
  promise: 'One purchase that is or was to be confirmed, and how it ended.',
  input: z.strictObject({ id }),
  output: challenge,
})

export const approveChallenge = call({
  path: '/api/customer/challenge/approve',
  promise:
    'Confirms that the purchase is the caller’s own; the issuer is told at once, and again until it has surely heard. No money moves by it: the issuer then asks about the purchase, which limits, rules, the balance or the merchant may still decline. The first word counts: a repeat answers how it stands, another word is challenge_over with the status in `reason`.',
  input: z.strictObject({ id, pin: pinOrPass }),
  output: challenge,
  refuses: [...byPinOrPass, 'challenge_over', 'card_frozen', 'card_closed'],
})

export const denyChallenge = call({
  path: '/api/customer/challenge/deny',
  promise:
    'Says that the purchase is not to be made, and with `freeze` freezes the card in the same moment; it takes no PIN, and goes while the card or the account is frozen. No money moves. The first word counts: a repeat answers how it stands and freezes all the same.',
  input: z.strictObject({ id, freeze: z.boolean() }),
  output: challenge,
  refuses: ['challenge_over'],
})
