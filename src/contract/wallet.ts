import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, coin, currency, id, instant, percent, requestId, signedAmount } from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPinOrPass } from './refusal.ts'

/** What holds for a coin on one network, in the coin. */
const coinNetwork = z.strictObject({
  chain: z.string(),
  /** The smallest deposit that is credited, after how many confirmations, and about how long they take. */
  min: amount,
  confirmations: z.int(),
  expectedSeconds: z.int(),
  /**
   * The fee of a withdrawal, the least that may leave and how long it takes; null when the coin cannot be withdrawn there.
   */
  out: z.nullable(z.strictObject({ fee: amount, min: amount, expectedSeconds: z.int() })),
})

/** What all cards of a customer owe in USD, and the one that owes most. */
export const debt = z.strictObject({ owed: amount, cardId: id, last4: z.string() })

/** One coin of the wallet: what is there, what is reserved, what may be used. */
export const walletCoin = z.strictObject({
  currency: coin,
  /** Networks the coin can be deposited on; empty when it cannot be deposited yet. */
  chain: z.array(z.string()),
  networks: z.array(coinNetwork),
  /** Where it can be deposited on the first of them; null until queryTransferIn has handed that address out. */
  address: z.nullable(z.string()),
  balance: amount,
  /** Reserved by open holds; `available` is the rest of `balance`. */
  frozen: amount,
  available: amount,
  /** Deposits seen on chain and not yet credited, those that a person looks at included. */
  incoming: amount,
})

export const queryWallet = call({
  path: '/api/customer/cryptoCurrency/queryWallet',
  promise: 'Every coin of the caller, zero balances included.',
  input: z.strictObject({}),
  output: z.array(walletCoin),
})

export const masterBudgetBalance = call({
  path: '/api/customer/cryptoCurrency/masterBudgetBalance',
  promise:
    'The master balance, which is the USDT of the wallet (decision D11), and what the cards hold together.',
  input: z.strictObject({}),
  output: z.strictObject({
    currency: z.literal('USDT'),
    balance: amount,
    frozen: amount,
    available: amount,
    /** Σ of card balances in USD; may be negative. */
    cardBalance: signedAmount,
    /** Cards that are not closed, lost or expired. */
    cardCount: z.int(),
    /** What the first recharge must leave in the wallet; null after it. */
    firstKeep: z.nullable(amount),
    /** Until it is repaid no other card can be opened; absent while the cards owe nothing. */
    debt: z.optional(debt),
  }),
})

/**
 * A deposit on its way: states of decision D4. One that was credited is `lost` while the chain has undone it, and `found`
 * when it is back and not as deep as any other yet; its customer keeps it.
 */
export const deposit = z.strictObject({
  txId: z.string(),
  amount,
  currency: coin,
  confirms: z.int(),
  /** Confirmations needed. */
  required: z.int(),
  status: z.enum(['seen', 'confirming', 'credited', 'below_min', 'held', 'orphaned', 'lost', 'found']),
  time: instant,
  /** Null until it is worth a bill: crumbs wait until they add up to the minimum. */
  billId: z.nullable(id),
  /** The message that asks whether it shall be converted and carried to the card; null once it was, and of all others. */
  messageId: z.nullable(id),
})

export const queryTransferIn = call({
  path: '/api/customer/cryptoCurrency/queryTransferIn',
  promise:
    "The caller's own deposit address for a coin and network, with its latest deposits. With cardId: the card's.",
  input: z.strictObject({
    currency: coin,
    chain: z.string().check(z.maxLength(16, 'chain')),
    /** Takes USDT only (decision D11). */
    cardId: z.optional(id),
    /** The address the caller expects (specification section 7); if it is another, the answer is status 403. */
    address: z.optional(z.string().check(z.maxLength(128, 'address'))),
  }),
  output: z.strictObject({
    address: z.string(),
    /** Addresses that it took the place of: nothing should be sent there any more, and what comes is credited all the same. */
    former: z.array(z.string()),
    /** What a QR code of the address should say. */
    qr: z.string(),
    /** What a deposit must name beside the address; null: nothing, as on every network so far. */
    memo: z.nullable(z.string()),
    min: amount,
    /** The most that one payment puts on the card; what is above it goes to the wallet. Null for the wallet's own address. */
    max: z.nullable(amount),
    /** What came in smaller parts and waits until it adds up to `min`. */
    waiting: amount,
    confirmations: z.int(),
    /** Expected seconds from sending to credit. */
    expectedSeconds: z.int(),
    /** The latest 20 to this address, or to one that it took the place of, in any coin, newest first. */
    list: z.array(deposit),
  }),
  refuses: ['currency_unsupported', 'card_closed', 'card_frozen'],
})

export const convertToCardBalance = call({
  path: '/api/customer/cryptoCurrency/convertToCardBalance',
  promise:
    'Recharges a card from the master balance, with a fee on top, both or neither. The first recharge leaves 10 USDT. At another `total` than it costs now it is refused with the new one.',
  movesMoney: 'byKey',
  input: z.strictObject({
    cardId: id,
    /** What arrives on the card: dollars, to the cent. */
    amount,
    /** USD or USDT, which are one to one (decision D11); anything else is refused. */
    currency,
    /** What it was said to cost in all, in USDT; without it, whatever it costs now. */
    total: z.optional(amount),
    /** Part of the payload (decision D3) and without effect: one to one needs no quote. */
    quoteId: z.optional(id),
    pin: pinOrPass,
    requestId,
  }),
  output: z.strictObject({
    rechargeId: id,
    /** In USD. */
    amount,
    /** In USDT, on top. */
    fee: amount,
    cardAvailable: signedAmount,
    walletAvailable: amount,
  }),
  refuses: [
    ...byPinOrPass,
    'balance_insufficient',
    'amount_out_of_range',
    'quote_expired',
    'currency_unsupported',
    'card_frozen',
    'card_closed',
    'request_in_progress',
    'request_changed',
  ],
})

export const repayDebt = call({
  path: '/api/customer/card/repayDebt',
  promise:
    'Repays from the master balance all that a card owes, one to one and without a fee, in whatever state the card is: one that is over can no longer be recharged. At another amount than it owes now it is refused with that one; of a card that owes nothing with `no_debt`.',
  movesMoney: 'byKey',
  input: z.strictObject({
    id,
    /** What it owes, in USD, as the customer was shown it. */
    amount,
    pin: pinOrPass,
    requestId,
  }),
  output: z.strictObject({
    /** What was repaid, in USD. */
    amount,
    /** What left the wallet, in USDT. */
    paid: amount,
    walletAvailable: amount,
    billId: id,
  }),
  refuses: [
    ...byPinOrPass,
    'balance_insufficient',
    'quote_expired',
    'modify_failed',
    'request_in_progress',
    'request_changed',
  ],
})

export const convertToMasterBalance = call({
  path: '/api/customer/cryptoCurrency/convertToMasterBalance',
  promise:
    'Brings value to the master balance in one transfer: from a card one to one (cardId), or from a coin as quoted (quoteId).',
  movesMoney: 'byKey',
  input: z
    .strictObject({
      cardId: z.optional(id),
      /** What leaves the card, in dollars to the cent; of a coin exactly what was quoted. */
      amount,
      /** Of a card USD or USDT, which are one to one; else the coin. */
      currency,
      quoteId: z.optional(id),
      pin: pinOrPass,
      requestId,
    })
    .check(z.refine(({ cardId, quoteId }) => !cardId !== !quoteId, { path: ['quoteId'], error: 'required' })),
  output: z.strictObject({
    transferId: id,
    /** What left the card or the coin, in its currency. */
    amount,
    /** In USDT, taken from what arrives. */
    fee: amount,
    /** What arrived in the wallet, in USDT. */
    received: amount,
    /** Null when it came from a coin. */
    cardAvailable: z.nullable(signedAmount),
    walletAvailable: amount,
    billId: id,
  }),
  refuses: [
    ...byPinOrPass,
    'balance_insufficient',
    'balance_negative',
    'amount_out_of_range',
    'currency_unsupported',
    'rate_unavailable',
    'quote_expired',
    'card_frozen',
    'request_in_progress',
    'request_changed',
  ],
})

/** A promise that stands for 30 seconds, to one customer, for one amount, once (decision D11). */
export const quoted = z.strictObject({
  quoteId: id,
  from: coin,
  to: z.literal('USDT'),
  /** What leaves the coin. */
  amount,
  /** What arrives, fee and spread taken. */
  receive: amount,
  /** In USDT. */
  fee: amount,
  feePercent: percent,
  /** 1 `from` in USDT as converted, and as the source has it. */
  rate: z.string(),
  referenceRate: z.string(),
  /** How far `rate` is below `referenceRate`. */
  spreadPercent: percent,
  /** When the source said so. */
  rateTime: instant,
  expireTime: instant,
  /** Until then, by the server's clock: a phone's may be wrong. */
  leftSeconds: z.optional(z.int()),
})
/** A quote as it travels. */
export type Quoted = z.output<typeof quoted>

export const quote = call({
  path: '/api/customer/cryptoCurrency/quote',
  promise: 'A rate, spread and fee that stand for 30 seconds, from a coin to the master balance.',
  input: z.strictObject({ from: coin, to: z.literal('USDT', 'currency'), amount }),
  output: quoted,
  refuses: ['currency_unsupported', 'rate_unavailable', 'amount_out_of_range'],
})
