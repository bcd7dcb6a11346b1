import * as z from 'zod/mini'
import { call } from './call.ts'
import { delays } from './delay.ts'
import { amount, coin, id, instant, list, paged, percent, requestId } from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPinOrPass } from './refusal.ts'
import { debt } from './wallet.ts'

/** States of a withdrawal (decision D4); `held` waits for a person of ours because something is not as it should be. */
const withdrawalStatus = z.enum([
  'review',
  'queued',
  'sent',
  'confirming',
  'done',
  'failed',
  'cancelled',
  'held',
])
/** The state of a withdrawal. */
export type WithdrawalStatus = z.output<typeof withdrawalStatus>

/** How long every withdrawal of a customer waits by their own choice, in hours. */
export const delayHours = z.literal(delays, 'delayHours')

/** The name of a network: `ERC20`. */
export const network = z.string('chain').check(z.regex(/^[A-Z0-9]{2,16}$/, 'chain'))
/** An address as somebody typed or pasted it; whether it is one is for the network to say. */
export const typedAddress = z
  .string('address')
  .check(
    z.trim(),
    z.minLength(1, 'address'),
    z.maxLength(128, 'address'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'address'),
  )

/** One withdrawal as its customer sees it. */
export const withdrawal = z.strictObject({
  id,
  currency: coin,
  chain: z.string(),
  address: z.string(),
  /** The name the customer gave the address. */
  label: z.string(),
  /** What leaves the wallet: `receive` and `fee` together. */
  amount,
  fee: amount,
  receive: amount,
  status: withdrawalStatus,
  /** Why it failed or is held, as a key for words. */
  reason: z.nullable(z.string()),
  txId: z.nullable(z.string()),
  confirms: z.int(),
  required: z.int(),
  /** Until when nothing is sent, so that it can be taken back at leisure. */
  sendTime: instant,
  /** Seconds until then when this was told; answers that were kept by an earlier version do not say. */
  leftSeconds: z.optional(z.int()),
  /** The wait of the customer's own that was in force when it was asked for, where there was one; `sendTime` knows it. */
  delayHours: z.optional(delayHours),
  isCancellable: z.boolean(),
  createTime: instant,
  billId: id,
})
/** A withdrawal as it travels. */
export type Withdrawal = z.output<typeof withdrawal>

/** What must pass before money may leave, and until when. */
export const wait = z.strictObject({
  /** `security`: password, PIN, e-mail or Telegram changed. `new_address`: the address was saved lately. */
  why: z.enum(['security', 'new_address']),
  until: instant,
  /** Seconds until then when this was told: the phone's clock may be wrong. */
  leftSeconds: z.int(),
})

/** A part of a limit over time: what it is, and what is left of it. */
const allowance = z.strictObject({ limit: amount, left: amount })

export const transferOutQuote = call({
  path: '/api/customer/cryptoCurrency/transferOutQuote',
  promise:
    'Everything to know before a withdrawal: fee, limits, waits; with an amount also what leaves and what arrives.',
  input: z.strictObject({
    currency: coin,
    chain: network,
    address: z.optional(typedAddress),
    /** What leaves the wallet, fee included. */
    amount: z.optional(amount),
    /** What is to arrive, where no `amount` is given. */
    receive: z.optional(amount),
  }),
  output: z.strictObject({
    available: amount,
    fee: amount,
    /** Bounds of what leaves the wallet at once. `max` knows the balance, the limits and what is owed; below `min` none is possible. */
    min: amount,
    max: amount,
    day: allowance,
    month: allowance,
    /** From this amount on two people of ours look at it first; less of it when others left in the last 24 hours. */
    reviewFrom: amount,
    /** From asking to the last confirmation, with the customer's own wait. */
    expectedSeconds: z.int(),
    /** That wait, where there is one: nothing is sent before, and until then it can be taken back. */
    delayHours: z.optional(delayHours),
    /** What the cards owe, which stays in the master balance until it is repaid, with the card that owes most. */
    debt: z.optional(debt),
    /** Null: at once. */
    wait: z.nullable(wait),
    /** With an amount asked for: what leaves, what arrives, and the fee's share of what leaves in percent. */
    plan: z.nullable(z.strictObject({ amount, receive: amount, feePercent: percent })),
  }),
  refuses: ['currency_unsupported', 'amount_out_of_range', 'address_not_allowed'],
})

export const transferOut = call({
  path: '/api/customer/cryptoCurrency/transferOut',
  promise:
    'Reserves an amount and sends it to a saved address, after the wait of their own that the customer has in force then. `receive` is what the customer was shown; another fee is refused. What the cards owe stays in the master balance.',
  movesMoney: 'byKey',
  input: z.strictObject({
    currency: coin,
    chain: network,
    address: typedAddress,
    /** What leaves the wallet, fee included. */
    amount,
    receive: amount,
    pin: pinOrPass,
    requestId,
  }),
  output: withdrawal,
  refuses: [
    ...byPinOrPass,
    'balance_insufficient',
    'amount_out_of_range',
    'currency_unsupported',
    'address_not_allowed',
    'withdrawals_on_hold',
    'limit_exceeded',
    'debt_unpaid',
    'quote_expired',
    'request_in_progress',
    'request_changed',
  ],
})

export const transferOutCancel = call({
  path: '/api/customer/cryptoCurrency/transferOutCancel',
  promise:
    'Takes a withdrawal back while nothing was signed, and returns what was reserved, once: its state decides, and a `requestId` changes nothing.',
  movesMoney: 'byState',
  input: z.strictObject({ id, requestId: z.optional(requestId) }),
  output: withdrawal,
  refuses: ['modify_failed'],
})

export const transferOutDetail = call({
  path: '/api/customer/cryptoCurrency/transferOutDetail',
  promise: 'One withdrawal as it stands now.',
  input: z.strictObject({ id }),
  output: withdrawal,
})

export const transferOutList = call({
  path: '/api/customer/cryptoCurrency/transferOutList/{pageSize}/{page}',
  promise: 'Withdrawals of the caller, newest first.',
  input: z.strictObject({ ...paged(), currency: z.optional(coin) }),
  output: list(withdrawal),
})
