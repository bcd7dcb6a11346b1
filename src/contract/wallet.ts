import * as z from 'zod/mini'
import { call, planned } from './call.ts'
import { amount, coin, currency, id, instant, pin, requestId, signedAmount } from './field.ts'

/** One coin of the wallet: what is there, what is reserved, what may be used. */
export const walletCoin = z.strictObject({
  currency: coin,
  /** Networks the coin can be deposited on; empty when it cannot be deposited yet. */
  chain: z.array(z.string()),
  balance: amount,
  frozen: amount,
  available: amount,
  /** Deposits seen on chain and not yet credited. */
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
    cardCount: z.int(),
  }),
})

/** A deposit on its way: states of decision D4. */
export const deposit = z.strictObject({
  txId: z.string(),
  amount,
  currency: coin,
  confirms: z.int(),
  /** Confirmations needed. */
  required: z.int(),
  status: z.enum(['seen', 'confirming', 'credited', 'below_min', 'held', 'orphaned']),
  time: instant,
})

export const queryTransferIn = call({
  path: '/api/customer/cryptoCurrency/queryTransferIn',
  promise:
    "The caller's own deposit address for a coin and network, with its latest deposits. With cardId: the card's.",
  input: z.strictObject({
    currency: coin,
    chain: z.string().check(z.maxLength(16, 'chain')),
    cardId: z.optional(id),
    address: z.optional(z.string().check(z.maxLength(128, 'address'))),
  }),
  output: z.strictObject({
    address: z.string(),
    /** What a QR code of the address should say. */
    qr: z.string(),
    memo: z.nullable(z.string()),
    min: amount,
    confirmations: z.int(),
    /** Expected seconds from sending to credit. */
    expectedSeconds: z.int(),
    list: z.array(deposit),
  }),
  refuses: ['currency_unsupported', 'card_closed'],
})

export const convertToCardBalance = call({
  path: '/api/customer/cryptoCurrency/convertToCardBalance',
  promise:
    'Recharges a card from the master balance, fee on top, in one transfer. The first recharge leaves 10 USDT.',
  movesMoney: true,
  input: z.strictObject({ cardId: id, amount, currency, quoteId: z.optional(id), pin, requestId }),
  output: z.strictObject({
    rechargeId: id,
    amount,
    fee: amount,
    cardAvailable: signedAmount,
    walletAvailable: amount,
  }),
  refuses: [
    'pin_unset',
    'pin_incorrect',
    'pin_locked',
    'balance_insufficient',
    'amount_out_of_range',
    'currency_unsupported',
    'card_frozen',
    'card_closed',
    'request_in_progress',
    'request_changed',
  ],
})

export const convertToMasterBalance = call({
  path: '/api/customer/cryptoCurrency/convertToMasterBalance',
  promise: "Moves a card's available balance to the master balance, one to one, in one transfer.",
  movesMoney: true,
  input: z.strictObject({ cardId: id, amount, currency, quoteId: z.optional(id), pin, requestId }),
  output: z.strictObject({
    transferId: id,
    amount,
    fee: amount,
    cardAvailable: signedAmount,
    walletAvailable: amount,
  }),
  refuses: [
    'pin_unset',
    'pin_incorrect',
    'pin_locked',
    'balance_insufficient',
    'balance_negative',
    'amount_out_of_range',
    'currency_unsupported',
    'card_frozen',
    'request_in_progress',
    'request_changed',
  ],
})

export const quote = planned({
  path: '/api/customer/cryptoCurrency/quote',
  promise: 'A rate, spread and fee that stand for 30 seconds.',
})
export const transferOutQuote = planned({
  path: '/api/customer/cryptoCurrency/transferOutQuote',
  promise: 'The fee of a withdrawal and what arrives.',
})
export const transferOut = planned({
  path: '/api/customer/cryptoCurrency/transferOut',
  promise: 'Asks for a withdrawal to a chain address.',
  movesMoney: true,
})
export const transferOutCancel = planned({
  path: '/api/customer/cryptoCurrency/transferOutCancel',
  promise: 'Takes a withdrawal back while it has not been sent.',
})
export const addressBook = planned({
  path: '/api/customer/addressBook/list',
  promise: 'Addresses the caller has saved for withdrawals.',
})
export const saveToAddressBook = planned({
  path: '/api/customer/addressBook/save',
  promise: 'Saves a withdrawal address; it may be used after 24 hours.',
})
export const removeFromAddressBook = planned({
  path: '/api/customer/addressBook/delete',
  promise: 'Removes a saved withdrawal address.',
})
