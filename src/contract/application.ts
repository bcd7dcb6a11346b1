import * as z from 'zod/mini'
import { call } from './call.ts'
import { card, cardTypeId, material } from './card.ts'
import { cardPinRule, embossRule } from './card-rules.ts'
import { amount, areaCode, code, id, instant, phone, pin, requestId } from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPin, byPinOrPass } from './refusal.ts'

// Physical cards. The state table is decision D4; every (state, call) pair that it does not list is refused with
// `apply_failed`, the reason being the state.

const customer = '/api/customer/card/'

/** States of an application (decision D4). */
export const applicationStatus = z.enum([
  'draft',
  'holder_pending',
  'wait_pay',
  'applying',
  'making',
  'shipped',
  'success',
  'fail',
  'cancelling',
  'cancelled',
  'returned',
  'ended',
])
/** The state of an application. */
export type ApplicationStatus = z.output<typeof applicationStatus>

/** The name on the card. */
export const embossName = z.string('embossName').check(z.trim(), z.regex(embossRule, 'embossName'))

/** An application with all that its page shows. */
export const application = z.strictObject({
  id,
  /** The virtual card it was asked for from. */
  cardId: id,
  /** The physical card, once it is made. */
  physicalCardId: z.nullable(id),
  cardTypeId: z.string(),
  cardTypeName: z.string(),
  material,
  status: applicationStatus,
  embossName: z.string(),
  addressId: z.nullable(id),
  /** Where it goes, one line per element, as it was when it was paid for. */
  address: z.array(z.string()),
  country: z.string(),
  /** USDT: for making, for mailing, together. */
  makingFee: amount,
  mailingFee: amount,
  total: amount,
  /** A key for words, or the words of an operator. */
  reason: z.nullable(z.string()),
  tracking: z.nullable(z.strictObject({ carrier: z.string(), number: z.string() })),
  createTime: instant,
  payTime: z.nullable(instant),
  approveTime: z.nullable(instant),
  shipTime: z.nullable(instant),
  endTime: z.nullable(instant),
  /** What may be done now; `again`, when its card is over, is to ask for another. */
  can: z.array(
    z.enum(['edit', 'pay', 'cancel', 'restart', 'finish', 'verifyHolder', 'activate', 'replace', 'again']),
  ),
  /** It stands in for a card that was lost before it was activated: making it costs nothing. */
  isReplacement: z.boolean(),
  billId: z.nullable(id),
})
/** An application as it travels. */
export type Application = z.output<typeof application>

export const applyCard = call({
  path: `${customer}applyCard`,
  promise:
    'Fills in an application, new or (with id) the draft, unpaid or returned one; fees are those of its address and material. In place of a card that was lost before it was activated making is free, once.',
  input: z.strictObject({
    id: z.optional(id),
    cardId: id,
    cardTypeId,
    addressId: id,
    embossName,
    material,
  }),
  output: application,
  refuses: [
    'not_certified',
    'card_type_missing',
    'card_type_disabled',
    'card_closed',
    'card_frozen',
    'debt_unpaid',
    'cardholder_fixed',
    'apply_failed',
  ],
})

export const payApply = call({
  path: `${customer}payApply`,
  promise:
    'Pays making and mailing once; without a card made, all of it comes back. At another `total` than it costs now it is refused with the new one.',
  movesMoney: 'byKey',
  input: z.strictObject({
    id,
    /** What it was said to cost, in USDT; without it, whatever it costs now. */
    total: z.optional(amount),
    pin: pinOrPass,
    requestId,
  }),
  output: application,
  refuses: [
    ...byPinOrPass,
    'not_certified',
    'balance_insufficient',
    'quote_expired',
    'card_closed',
    'card_frozen',
    'debt_unpaid',
    'apply_failed',
    'request_in_progress',
    'request_changed',
  ],
})

const one = { input: z.strictObject({ id }), output: application }

export const applyResult = call({
  path: `${customer}applyResult`,
  promise: 'How an application stands.',
  ...one,
})
export const restartApplyCard = call({
  path: `${customer}restartApplyCard`,
  promise: 'Makes a draft of a failed application again, with what was filled in.',
  ...one,
  refuses: ['apply_failed'],
})
export const finishApply = call({
  path: `${customer}finishApply`,
  promise: 'Says that the card has arrived; it is ready to be activated.',
  ...one,
  refuses: ['apply_failed'],
})
export const cancelPayApply = call({
  path: `${customer}cancelPayApply`,
  promise: 'Cancels before making has begun; what was paid comes back once.',
  movesMoney: 'byState',
  ...one,
  refuses: ['apply_failed'],
})

export const getCardApplyRecord = call({
  path: `${customer}getCardApplyRecord`,
  promise: 'The newest application of a card (cardId) or one by its id; null when there is none.',
  input: z.strictObject({ id: z.optional(id), cardId: z.optional(id) }),
  output: z.nullable(application),
})

/** Six digits that come with the card. */
export const activationCode = z.string('activationCode').check(z.regex(/^\d{6}$/, 'activationCode'))
/** The PIN of a card at terminals and machines. */
export const cardPin = z.string('cardPin').check(z.regex(cardPinRule, 'cardPin'))

export const activateCard = call({
  path: `${customer}activateCard`,
  promise: 'Checks the activation code, at most five times an hour, and gives a ticket for ten minutes.',
  input: z.strictObject({ id, activationCode }),
  output: z.strictObject({ activationTicket: id, expireTime: instant }),
  refuses: ['code_incorrect', 'limit_exceeded', 'card_closed', 'modify_failed'],
})

export const cardActivation = call({
  path: `${customer}cardActivation`,
  promise: 'Sets the card PIN at the issuer and activates the card. The PIN is never kept here.',
  input: z.strictObject({ id, activationTicket: id, cardPin }),
  output: card,
  refuses: ['code_incorrect', 'card_closed', 'modify_failed'],
})

export const updateCardPIN = call({
  path: `${customer}updateCardPIN`,
  promise: 'Changes the PIN of a physical card at the issuer, and unblocks it. The PIN is never kept here.',
  input: z.strictObject({ id, cardPin, pin }),
  output: card,
  refuses: [...byPin, 'card_closed', 'modify_failed'],
})

export const updateCardPhone = call({
  path: `${customer}updateCardPhone`,
  promise:
    "Changes the phone of a card at the issuer; only where the card's type allows it. The code is mailed for `updateCardPhone`.",
  input: z.strictObject({ id, areaCode, phone, code, pin }),
  output: card,
  refuses: [
    ...byPin,
    'code_incorrect',
    'code_wait',
    'phone_invalid',
    'cardholder_fixed',
    'card_closed',
    'card_frozen',
    'modify_failed',
  ],
})

export const generatorCardHolderUrl = call({
  path: `${customer}generatorCardHolderUrl`,
  promise:
    "Where the issuer itself asks for the cardholder's data, and the id to come back with. `returnPath` is a route of the app.",
  input: z.strictObject({
    cardTypeId,
    returnPath: z
      .string()
      .check(z.maxLength(200), z.regex(/^\/pages\/\w+\/\w+(\?[\w=&%.-]*)?$/, 'returnPath')),
  }),
  output: z.strictObject({ url: z.url(), cardHolderId: id, expireTime: instant }),
  refuses: ['not_certified', 'card_type_missing', 'card_type_disabled', 'modify_failed'],
})

export const confirmCardHolderId = call({
  path: `${customer}confirmCardHolderId`,
  promise:
    "Asks the issuer whether the cardholder was taken; with an application's id it goes on from there.",
  input: z.strictObject({ id: z.optional(id), cardHolderId: id }),
  output: z.strictObject({ status: z.enum(['pending', 'confirmed', 'refused']), cardHolderId: id }),
  refuses: ['apply_failed'],
})
