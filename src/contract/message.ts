import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, id, instant, list, paged, requestId, signedAmount } from './field.ts'
import { pinOrPass } from './pass.ts'
import { byPinOrPass } from './refusal.ts'

/** Message categories (decision D7). */
export const messageKind = z.enum(['system', 'balance', 'verify', 'feedback'])
/** What a message tells of (specification section 3, decision D7). */
export const noticeType = z.enum([
  'refundArrival',
  'consume',
  'rechargeArrival',
  'deposit',
  'openCardSuccess',
  'openCardFail',
  'cardTransfer',
  'converted',
  'declined',
  'cardState',
  'security',
  'withdraw',
  'application',
  'verify',
  'welcome',
  'notice',
  'reward',
  'feedback',
  'agreement',
  'challenge',
])
/** What a message tells of. */
export type NoticeType = z.output<typeof noticeType>

/** One message; title and content are in the reader's language at reading time. */
export const message = z.strictObject({
  id,
  kind: messageKind,
  noticeType,
  title: z.string(),
  content: z.string(),
  params: z.record(z.string(), z.string()),
  isRead: z.boolean(),
  createTime: instant,
  /** A route of the app that belongs to it. */
  action: z.nullable(z.string()),
})

export const unreadMessageCount = call({
  path: '/api/customer/message/unreadMessageCount',
  promise: 'How many messages are unread, and per category.',
  input: z.strictObject({}),
  output: z.strictObject({ total: z.int(), byKind: z.record(messageKind, z.int()) }),
})

export const getAllMessageFirst = call({
  path: '/api/customer/message/getAllMessageFirst',
  promise: 'The newest message of each category with its unread count.',
  input: z.strictObject({}),
  output: z.array(z.strictObject({ kind: messageKind, unread: z.int(), first: z.nullable(message) })),
})

export const messages = call({
  path: '/api/customer/message/{pageSize}/{page}',
  promise:
    'Messages of the caller, newest first. With after only what is older than that message: reading on by it neither loses nor repeats one that comes meanwhile.',
  input: z.strictObject({
    ...paged(),
    kind: z.optional(messageKind),
    noticeType: z.optional(noticeType),
    after: z.optional(id),
  }),
  output: list(message),
})

export const read = call({
  path: '/api/customer/message/read',
  promise: 'Marks messages as read; without ids all of a category, or all.',
  input: z.strictObject({
    ids: z.optional(z.array(id).check(z.maxLength(100))),
    kind: z.optional(messageKind),
  }),
  output: z.null(),
})

export const get = call({
  path: '/api/customer/message/get',
  promise: 'One message; it counts as read from then on.',
  input: z.strictObject({ id }),
  output: message,
})

export const confirmTransfer = call({
  path: '/api/customer/message/confirmTransfer',
  promise:
    'Turns a coin that came to the address of a card into USDT as quoted, or without a quote at the rate of now, and carries it to the card in whole cents; what is left stays in the wallet. Once for each message: a second time is modify_failed with the reason confirmed.',
  movesMoney: 'byKey',
  input: z.strictObject({
    /** Of the message that tells of it. */
    id,
    /** What was shown: a quote for all of what came; without it, whatever it gives now. */
    quoteId: z.optional(id),
    pin: pinOrPass,
    requestId,
  }),
  output: z.strictObject({
    cardId: id,
    /** What arrived on the card, in USD. */
    amount,
    /** In USDT, taken from what the rate gave. */
    fee: amount,
    /** What is less than a cent and stays in the wallet, in USDT. */
    rest: amount,
    cardAvailable: signedAmount,
    billId: id,
  }),
  refuses: [
    ...byPinOrPass,
    'balance_insufficient',
    'amount_out_of_range',
    'rate_unavailable',
    'quote_expired',
    'card_frozen',
    'card_closed',
    'modify_failed',
    'request_in_progress',
    'request_changed',
  ],
})

/** A time of day of the customer's own clock: `22:30`. */
export const timeOfDay = z.string('text').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'text'))
const quietHours = z.strictObject({ from: timeOfDay, until: timeOfDay })
const byKind = z.strictObject({
  system: z.boolean(),
  balance: z.boolean(),
  verify: z.boolean(),
  feedback: z.boolean(),
})
const someKinds = z.partial(byKind)

export const messageSetting = call({
  path: '/api/customer/message/setting',
  promise:
    'Which messages also come by mail, to Telegram and to devices, and when they wait until morning; what is given changes, the answer is all of it. Letters about security always go, and at once.',
  input: z.strictObject({
    mail: z.optional(someKinds),
    telegram: z.optional(someKinds),
    push: z.optional(someKinds),
    quiet: z.optional(z.nullable(quietHours)),
  }),
  output: z.strictObject({
    mail: byKind,
    telegram: byKind,
    /** On devices where notifications were turned on (`pushList`). */
    push: byKind,
    /** What browsers subscribe for (RFC 8292), in base64url; null where this server shows nothing on devices. */
    pushKey: z.nullable(z.string()),
    /** Whether copies reach Telegram: nobody is bound, or our bot may not write to them. */
    telegramState: z.enum(['ready', 'unbound', 'blocked']),
    /** By the clock of `timezone`; null for never. */
    quiet: z.nullable(quietHours),
    timezone: z.string(),
  }),
})

/** What a browser gives to whoever may write to it (RFC 8030, RFC 8291): keys in base64url, a point of P-256 and 16 bytes. */
const endpoint = z.string('text').check(z.maxLength(1500, 'tooLong'), z.regex(/^https?:\/\/[!-~]+$/, 'text'))
const p256dh = z.string('text').check(z.regex(/^B[A-Za-z0-9_-]{86}$/, 'text'))
const auth = z.string('text').check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'text'))

export const pushSubscribe = call({
  path: '/api/customer/message/push/subscribe',
  promise:
    'Copies of messages are shown on the device that asks, too, as long as its session lives. One browser a session, and one customer a browser: what was subscribed before is replaced; beyond ten devices the first ends. modify_failed with the field where that is no push service or no key.',
  input: z.strictObject({
    endpoint,
    p256dh,
    auth,
    /** Whether amounts may be read on a locked screen; else they are covered. */
    hasAmounts: z.boolean(),
  }),
  output: z.null(),
  refuses: ['modify_failed'],
})

export const pushUnsubscribe = call({
  path: '/api/customer/message/push/unsubscribe',
  promise: 'Nothing more is shown on the device that asks; where nothing was, nothing changes.',
  input: z.strictObject({}),
  output: z.null(),
})

export const pushList = call({
  path: '/api/customer/message/push/list',
  promise: 'The devices that copies of messages are shown on: the one that asks first, then the newest.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      /** Browser and system in a few words. */
      device: z.string(),
      hasAmounts: z.boolean(),
      createTime: instant,
      /** The device that asks. */
      current: z.boolean(),
    }),
  ),
})
