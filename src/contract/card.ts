import * as z from 'zod/mini'
import { month } from './bill.ts'
import { call } from './call.ts'
import { standing } from './card-renewal.ts'
import {
  amount,
  country,
  id,
  instant,
  keyword,
  lang,
  list,
  nickname,
  paged,
  percent,
  requestId,
  signedAmount,
} from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPinOrPass } from './refusal.ts'

const form = z.enum(['virtual', 'physical'])
/** What a physical card is made of; a virtual one has the material of its kind. */
export const material = z.enum(['regular', 'metal'])
/** The id of a kind of card, as `types` gives it. */
export const cardTypeId = z.string().check(z.maxLength(64))

/** What every card of a kind has from it. */
const traits = {
  organization: z.string(),
  currency: z.literal('USD'),
  rechargeCurrency: z.literal('USDT'),
  /** Where it is issued, ISO 3166-1 alpha-2. */
  region: z.string(),
  type: form,
  material,
  /** Which glaze its face wears. */
  face: z.enum(['celadon', 'ru', 'oxblood', 'tenmoku', 'cobalt', 'bisque']),
}

/** A kind of card and all it costs (specification section 3: five fees, two limits). */
export const cardType = z.strictObject({
  id: z.string(),
  name: z.string(),
  ...traits,
  /** USDT, once. */
  openFee: amount,
  /** Percent of each recharge, on top. */
  rechargeFee: percent,
  /** Percent of each purchase. */
  consumeFee: percent,
  /** Percent of a purchase outside the region of the card, beside the consumption fee. */
  crossBorderFee: percent,
  /** USDT a year, from the second year. */
  annualFee: amount,
  singleRechargeMin: amount,
  singleRechargeLimit: amount,
  singleConsumeLimit: amount,
  /** The most of all purchases within the last 24 hours, and within the last 30 days. */
  dayConsumeLimit: amount,
  monthConsumeLimit: amount,
  needKyc: z.boolean(),
  /** The issuer itself asks for the cardholder's data first: `generatorCardHolderUrl`. */
  asksCardholder: z.boolean(),
  status: z.enum(['enable', 'disable']),
})
/** A kind of card as it travels. */
export type CardType = z.output<typeof cardType>

/** States of a card (decision D4). */
export const cardStatus = z.enum([
  'opening',
  'active',
  'frozen_user',
  'frozen_risk',
  'negative',
  'inactive',
  'pin_blocked',
  'expired',
  'lost',
  'closed',
])

/** A card, masked: the full number, expiry and security code live at the issuer only (decision D12). */
export const card = z.strictObject({
  id,
  /** The id that bills of this card carry. */
  cardOutId: id,
  cardNo: z.string(),
  last4: z.string(),
  /** Always masked here: the date is part of a reveal. */
  expiry: z.literal('**/**'),
  balance: signedAmount,
  frozenAmount: amount,
  available: signedAmount,
  cardHolder: z.string(),
  cardTypeId: z.string(),
  cardTypeName: z.string(),
  ...traits,
  status: cardStatus,
  /** Said of a frozen card that is not activated either: a new one, or one whose plastic has expired. */
  isInactive: z.optional(z.literal(true)),
  nickname: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  areaCode: z.nullable(z.string()),
  createTime: instant,
})
/** A card as it travels. */
export type Card = z.output<typeof card>

/** The address that shops online ask for beside the number, as the issuer was told it. */
const billingAddress = z.strictObject({
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country,
})
/** The billing address of a card as it travels. */
export type BillingAddress = z.output<typeof billingAddress>

export const types = call({
  path: '/api/common/cardType/{pageSize}/{page}',
  who: 'anyone',
  promise: 'Kinds of card with all their fees and limits (page size up to 1000).',
  input: z.strictObject({ ...paged(1000), status: z.optional(z.enum(['enable', 'disable'])) }),
  output: list(cardType),
})

export const getCardType = call({
  path: '/api/common/getCardType',
  who: 'anyone',
  promise: 'One kind of card with all its fees and limits, whether new cards of it are opened or not.',
  input: z.strictObject({ id: cardTypeId }),
  output: cardType,
  refuses: ['card_type_missing'],
})

export const openCard = call({
  path: '/api/customer/card/openCard',
  promise:
    'Holds the fee and what goes on the card at opening, then asks the issuer for a card: one card and one charge, or a full refund. At another `total` than it costs now it is refused with the new one.',
  movesMoney: 'byKey',
  input: z.strictObject({
    cardTypeId,
    /** What goes on the card at once, in USD to the cent, within the range of a recharge; nothing by default. */
    rechargeAmount: z.optional(amount),
    /** What it was said to cost in all, in USDT; without it, whatever it costs now. */
    total: z.optional(amount),
    nickname: z.optional(nickname),
    /** From `generatorCardHolderUrl`, confirmed; needed by kinds with `asksCardholder` and without effect on others. */
    cardHolderId: z.optional(id),
    pin: pinOrPass,
    requestId,
  }),
  output: z.strictObject({ orderId: id }),
  refuses: [
    'not_certified',
    'kyc_missing',
    ...byPinOrPass,
    'card_type_missing',
    'card_type_disabled',
    'balance_insufficient',
    'amount_out_of_range',
    'quote_expired',
    'debt_unpaid',
    'limit_exceeded',
    'request_in_progress',
    'request_changed',
  ],
})

export const getCreateCardSuccess = call({
  path: '/api/customer/card/getCreateCardSuccess',
  promise: 'How the opening of a card stands; `opening` until the issuer has surely answered.',
  input: z.strictObject({ orderId: id }),
  output: z.strictObject({
    status: z.enum(['opening', 'success', 'fail']),
    /** The card, once there is one. */
    id: z.optional(id),
    /** The refusal that ended it; the hold was returned in full. */
    reason: z.optional(z.enum(['card_open_failed', 'budget_failed'])),
    /** The lost card that it stands in for, which costs nothing; null when it was opened for money. */
    replaces: z.nullable(id),
    /** In USDT, as every sum here. */
    openFee: amount,
    rechargeAmount: amount,
    rechargeFee: amount,
    /** What was charged, or given back on failure. */
    total: amount,
    createTime: instant,
  }),
})

/** An opening in progress: no card yet, but one may be on its way. */
const opening = z.strictObject({
  orderId: id,
  cardTypeId: z.string(),
  cardTypeName: z.string(),
  /** What is held for it, in USDT; zero for a card in place of a lost one. */
  total: amount,
  createTime: instant,
})
/** An opening in progress as it travels. */
export type Opening = z.output<typeof opening>

export const cards = call({
  path: '/api/customer/card/{pageSize}/{page}',
  promise:
    'Cards of the caller, those that are over last, and newest first; with the first page the openings in progress, which are no cards yet.',
  input: z.strictObject({ ...paged() }),
  output: z.strictObject({ ...list(card).shape, openings: z.array(opening) }),
})

export const detail = call({
  path: '/api/customer/card/detail',
  promise: 'One card of the caller, masked, with its billing address.',
  input: z.strictObject({ id }),
  output: z.strictObject({
    ...card.shape,
    /** Null where the issuer asked for it on its own page: only the issuer knows it. */
    billingAddress: z.nullable(billingAddress),
    /** False where the issuer keeps the cardholder's phone as it was given. */
    canChangePhone: z.boolean(),
    /** Null while its expiry is not near, and of a card that is over. */
    renewal: z.nullable(standing),
  }),
})

/** A purchase over its life on one row (research A2): pending, posted, reversed, expired, declined, refunded. */
export const cardTransaction = z.strictObject({
  id,
  threadId: z.string(),
  merchant: z.string(),
  mcc: z.string(),
  country: z.string(),
  /** Signed: minus for what was spent or is on hold, plus for what came back. */
  amount: signedAmount,
  currency: z.literal('USD'),
  fee: amount,
  /** What was approved in all; of a declined one what was asked, of a forced one nothing. */
  authorized: amount,
  /** Still on hold for the merchant, without fees. */
  held: amount,
  /** What the merchant has claimed, and in how many parts. */
  cleared: amount,
  clearings: z.int().check(z.minimum(0)),
  refunded: amount,
  /** Claimed without any approval of ours. */
  isForced: z.boolean(),
  status: z.enum(['pending', 'posted', 'reversed', 'expired', 'declined', 'refunded']),
  /** Why it was declined, from our own list (decision D6); null otherwise. */
  reason: z.nullable(z.string()),
  /** The bill row with its money trail. */
  billId: z.nullable(id),
  /** What its owner wrote on that for themselves; absent where nothing is. */
  note: z.optional(z.string()),
  createTime: instant,
})

export const cardTranscationList = call({
  path: '/api/customer/card/cardTranscationList/{pageSize}/{page}',
  promise: 'Purchases of one card in one month of the given time zone, newest first.',
  input: z.strictObject({
    ...paged(),
    cardId: id,
    /** The current one by default. */
    month: z.optional(month),
    /** An IANA name; the customer's own by default. */
    timezone: z.optional(z.string().check(z.maxLength(64))),
    /** How it was paid, in the issuer's word: `online`, `contactless`, `chip`, `atm` … */
    type: z.optional(z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{0,32}$/u))),
    status: z.optional(cardTransaction.shape.status),
    /** What a bill row of the purchase says, its owner's note with it. */
    keyword: z.optional(keyword),
    /** Accept-Language by default. */
    lang: z.optional(lang),
  }),
  output: list(cardTransaction),
})

export const spending = call({
  path: '/api/customer/card/spending',
  promise:
    'What one card spent in each of six months of the given time zone, up to the given one, oldest first: net of refunds, with what is still on hold.',
  input: z.strictObject({
    cardId: id,
    /** The last of the six; the current one by default. */
    month: z.optional(month),
    /** An IANA name; the customer's own by default. */
    timezone: z.optional(z.string().check(z.maxLength(64))),
  }),
  /** In USD. */
  output: z.array(z.strictObject({ month: z.string(), amount })),
})
