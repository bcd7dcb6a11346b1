import * as z from 'zod/mini'
import { call } from './call.ts'
import { card } from './card.ts'
import { declineReasons } from './decline.ts'
import {
  amount,
  country,
  id,
  instant,
  list,
  nickname,
  paged,
  percent,
  pin,
  requestId,
  signedAmount,
} from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPin, byPinOrPass } from './refusal.ts'
import { shopKinds } from './shops.ts'
import {
  cardLimits,
  cardRules,
  merchant,
  merchantChange,
  merchantTrial,
  ownLimits,
  ruleChange,
} from './usage.ts'

const customer = '/api/customer/card/'

export const freeze = call({
  path: `${customer}freeze`,
  promise: 'Stops new purchases at once, whether the issuer can be reached or not. Moves no money.',
  input: z.strictObject({ id }),
  output: card,
  refuses: ['card_closed'],
})

export const unfreeze = call({
  path: `${customer}unfreeze`,
  promise: 'Lets purchases through again. Moves no money; refused when we froze the card.',
  input: z.strictObject({ id }),
  output: card,
  refuses: ['card_closed', 'card_frozen'],
})

export const cardSecret = call({
  path: `${customer}cardSecret`,
  promise:
    "A one-time token, good for 60 seconds, to read the full card from the issuer's own origin. It counts for the page that asked alone: from the origin that this call came from, and together with `proof`, which the page makes anew for each look and keeps to itself.",
  input: z.strictObject({ id, pin: pinOrPass, proof: z.uuid() }),
  output: z.strictObject({ token: z.string(), url: z.url(), expiresAt: instant }),
  refuses: [...byPinOrPass, 'card_frozen', 'card_closed', 'limit_exceeded'],
})

export const cardViews = call({
  path: `${customer}views/{pageSize}/{page}`,
  promise: 'Each time the full card was shown: when, and on what device. Newest first.',
  input: z.strictObject({ ...paged(), id }),
  output: list(z.strictObject({ id, time: instant, device: z.string() })),
})

export const rename = call({
  path: `${customer}nickname`,
  promise: 'Gives a card a name of its own, or takes it away.',
  input: z.strictObject({ id, nickname }),
  output: card,
})

export const cardLimit = call({
  path: `${customer}cardLimit`,
  promise:
    'Reads the limits of a card, and with `set` changes them. Lowering one is free, raising one takes the PIN.',
  input: z.strictObject({
    id,
    set: z.optional(ownLimits),
    pin: z.optional(pin),
  }),
  output: cardLimits,
  refuses: [...byPin, 'amount_out_of_range', 'card_closed'],
})

export const cardRule = call({
  path: `${customer}cardRule`,
  promise:
    'Reads where a card may be used, and with `set` changes it. Forbidding is free, allowing takes the PIN; gambling is allowed 48 hours after that was asked for, and what waits is taken back freely.',
  input: z.strictObject({ id, set: z.optional(ruleChange), pin: z.optional(pin) }),
  output: cardRules,
  refuses: [...byPin, 'card_closed'],
})

export const tryRules = call({
  path: `${customer}tryRules`,
  promise:
    'What these limits and rules alone, a cap of a merchant or that only those of now may charge it would have declined of what a card paid in the last 30 days, by what decides on real purchases: each as it was then, whatever state the card is in, what is on it and how it is set otherwise. Nothing is changed.',
  input: z.strictObject({
    id,
    limits: z.optional(ownLimits),
    rules: z.optional(ruleChange),
    merchants: z.optional(merchantTrial),
  }),
  output: z.strictObject({
    /** How many purchases stand that we were asked about. */
    purchases: z.int().check(z.minimum(0)),
    /** How many of them would have been declined. */
    declined: z.int().check(z.minimum(0)),
    /** The latest five of those, with what was approved, in USD. */
    latest: z.array(
      z.strictObject({ id, merchant: z.string(), amount, time: instant, reason: z.enum(declineReasons) }),
    ),
  }),
  refuses: ['amount_out_of_range'],
})

/** How often a merchant charges a card. */
const rhythm = z.enum(['week', 'month', 'year'])

export const cardMerchants = call({
  path: `${customer}merchants`,
  promise:
    'Merchants that charged a card within thirteen months, those that do so regularly first and the latest 50 of the others, and those that may not any more; with `set` stops one or lets it charge again, caps what one may take, or has those that may charge now be the only ones. Stopping, a cap and that are free, hold for every purchase of those names from then on, and change nothing of what was approved before; what allows more takes the PIN.',
  input: z.strictObject({
    id,
    set: z.optional(merchantChange),
    pin: z.optional(pin),
  }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        merchant: z.string(),
        mcc: z.string(),
        /** Stopped, or not one of the only ones that may charge the card. */
        isStopped: z.boolean(),
        /** What it may take within 30 days, and what counts against that; USD, null: all that the card has. */
        cap: z.nullable(z.strictObject({ amount, used: amount })),
        /** Its latest payment, in USD; null where there was none, as of a check of the card. */
        last: z.nullable(z.strictObject({ amount, time: instant })),
        /** What it charges regularly, and when it is expected to do so again, which may be a few days ago; else null. */
        regular: z.nullable(
          z.strictObject({
            every: rhythm,
            nextTime: instant,
            /** What the payment before the latest one came to, where the latest is more. */
            cheaperBefore: z.nullable(amount),
          }),
        ),
      }),
    ),
    /** Those of the list that may charge the card are the only ones: nobody new may. */
    isOnlyThese: z.boolean(),
    /** What regular payments are expected to take within 30 days, with their fees, and what is free; USD. */
    expected: amount,
    available: signedAmount,
  }),
  refuses: [...byPin, 'amount_out_of_range', 'card_closed', 'limit_exceeded'],
})

export const tryPurchase = call({
  path: `${customer}tryPurchase`,
  promise:
    'Whether a purchase would go through now, by the state, rules, limits and balance that decide on a real one, and what it would cost. Nothing is moved, held or counted. What a merchant, the network or the issuer refuse by themselves cannot be known.',
  input: z.strictObject({
    id,
    /** In USD, to the cent. */
    amount,
    channel: z.enum(['online', 'contactless', 'chip', 'atm'], 'text'),
    /** Where the merchant is. */
    country,
    /** What it sells; left out of any other shop. */
    shop: z.optional(z.enum(shopKinds, 'text')),
    /** Who sells it; left out, it is none of those with rules of their own. */
    merchant: z.optional(merchant),
  }),
  output: z.strictObject({
    /** Why it would be declined; null when it would not. */
    reason: z.nullable(z.enum(declineReasons)),
    /** The consumption and the cross-border fee, and what they and the purchase come to; USD. */
    consumeFee: amount,
    crossBorderFee: amount,
    total: amount,
    /** What is free on the card now. */
    available: signedAmount,
    /** What would be free afterwards, or with `no_money` is missing; null otherwise. */
    left: z.nullable(amount),
    missing: z.nullable(amount),
    /** The limit that it does not fit under, and what counts against it already; null without one, and of a single purchase. */
    limit: z.nullable(amount),
    used: z.nullable(amount),
  }),
})

export const lowBalance = call({
  path: `${customer}lowBalance`,
  promise:
    'Reads below what a card tells its owner that it runs low, and with `set` changes it. It is told once, by the purchase that leaves less, and not where the card recharges itself then.',
  input: z.strictObject({ id, set: z.optional(z.strictObject({ below: z.nullable(amount) })) }),
  /** In USD; null for never. */
  output: z.strictObject({ below: z.nullable(amount) }),
  refuses: ['amount_out_of_range', 'card_closed'],
})

/** When a card recharges itself, and how much; USD. */
export const autoRechargeRule = z.strictObject({
  /** It happens when less than this is free on the card. */
  threshold: amount,
  /** `amount`: that much each time. `upTo`: as much as brings the card to it. */
  by: z.enum(['amount', 'upTo'], 'by'),
  amount,
  /** The most within 24 hours, and within 30 days. */
  dayMax: amount,
  monthMax: amount,
})
/** When a card recharges itself, and how much. */
export type AutoRechargeRule = z.output<typeof autoRechargeRule>

export const autoRecharge = call({
  path: `${customer}autoRecharge`,
  promise:
    'Reads how a card recharges itself from the wallet below a balance, and with `set` changes it. On takes the PIN, off is free; each recharge costs what one by hand does, and each cause brings one at most.',
  input: z.strictObject({
    id,
    set: z.optional(z.strictObject({ isOn: z.boolean(), rule: z.optional(autoRechargeRule) })),
    pin: z.optional(pin),
  }),
  output: z.strictObject({
    isOn: z.boolean(),
    /** Null while there never was one. */
    rule: z.nullable(autoRechargeRule),
    /** Recharged by itself within 24 hours, and within 30 days. */
    dayUsed: amount,
    monthUsed: amount,
    /** Why it waits: too little in the wallet, a cap is reached, the card is frozen. */
    pausedBy: z.nullable(z.enum(['wallet', 'cap', 'frozen'])),
    /** The least and the most of one recharge of this kind of card, and its fee in percent. */
    min: amount,
    max: amount,
    fee: percent,
  }),
  refuses: [...byPin, 'amount_out_of_range', 'card_closed'],
})

/** What became of the money of a card that is over. */
const ended = {
  card,
  /** What went to the wallet now, in USDT. */
  returned: amount,
  /** What is still on hold, in USD; it follows when it is released. */
  held: amount,
  billId: z.nullable(id),
}

export const closeCard = call({
  path: `${customer}closeCard`,
  promise:
    'Closes a card for good and brings what is free on it to the wallet, both or neither; refunds follow it there.',
  movesMoney: 'byKey',
  input: z.strictObject({ id, pin, requestId }),
  output: z.strictObject(ended),
  refuses: [
    ...byPin,
    'card_closed',
    'card_frozen',
    'balance_negative',
    'request_in_progress',
    'request_changed',
  ],
})

export const reportLost = call({
  path: `${customer}reportLost`,
  promise:
    'Blocks a lost or stolen card for good and brings its money to the wallet; with `replace` a virtual card of a kind still offered is ordered anew, free of the opening fee.',
  movesMoney: 'byKey',
  input: z.strictObject({ id, why: z.enum(['lost', 'stolen']), replace: z.boolean(), pin, requestId }),
  output: z.strictObject({
    ...ended,
    /** Null: no new card is on its way. */
    orderId: z.nullable(id),
  }),
  refuses: [...byPin, 'card_closed', 'card_frozen', 'request_in_progress', 'request_changed'],
})

export const replaceLost = call({
  path: `${customer}replaceLost`,
  promise:
    'Orders the virtual card that stands in for a lost one, free of charge, where none is there or on its way: the issuer had declined it, or it was not wanted at first. Sent again it gives the same order.',
  input: z.strictObject({ id }),
  output: z.strictObject({ orderId: id }),
  refuses: ['card_closed', 'card_type_disabled', 'limit_exceeded', 'modify_failed'],
})
