import * as z from 'zod/mini'
import { typedPin, typedSecondCode } from './account.ts'
import { call } from './call.ts'
import { code, currency, id, instant, line, signedAmount } from './field.ts'
import { byPin, bySecondFactor } from './refusal.ts'

/** Something a deletion has to reckon with. */
export const obstacle = z.strictObject({
  what: z.enum([
    /** A coin of the wallet. */
    'balance',
    /** Something of the wallet is reserved. */
    'held',
    /** A card that is not closed. */
    'card',
    /** Money on a closed card. */
    'cardMoney',
    /** A card that owes. */
    'debt',
    /** A purchase that is not posted yet. */
    'purchase',
    'withdrawal',
    'deposit',
    /** A card is being opened. */
    'order',
    /** A physical card is on its way. */
    'application',
    /** A purchase that is disputed. */
    'dispute',
    /** A deposit below the minimum, which waits for more to come. */
    'crumbs',
    /** Rewards for invitations that are earned and not paid yet. */
    'reward',
    /** Purchases of the last 90 days, whose refunds would come too late. */
    'refund',
  ]),
  /** `blocks` must be mended first, `waivable` can be given up, `warns` only wants to be known. */
  state: z.enum(['blocks', 'waivable', 'warns']),
  /** How much it is about; a minus is owed. Null where no amount says it. */
  amount: z.nullable(signedAmount),
  currency: z.nullable(currency),
  /** How many there are. */
  count: z.int(),
  /** The card it is about. */
  last4: z.nullable(z.string()),
  /** The route of the app that mends it. */
  route: z.string(),
})
/** Something a deletion has to reckon with. */
export type Obstacle = z.output<typeof obstacle>

const waiting = z.strictObject({ id, askedAt: instant, deleteAt: instant })

export const deletionCheck = call({
  path: '/api/customer/customerUser/deletionCheck',
  promise: 'What stands in the way of deleting the account, with amounts and where each is mended.',
  input: z.strictObject({}),
  output: z.strictObject({
    obstacles: z.array(obstacle),
    /** True when nothing blocks: deleteAccount would be accepted, with `waive` if something is waivable. */
    isReady: z.boolean(),
    /** The deletion that waits; null when none does. */
    deletion: z.nullable(waiting),
    /** Why the last one was not carried out on its day; null when that is not how it ended. */
    stopped: z.nullable(z.strictObject({ endedAt: instant, obstacles: z.array(obstacle) })),
  }),
})

export const deleteAccount = call({
  path: '/api/customer/customerUser/deleteAccount',
  promise:
    'Has the account deleted in fifteen days, until when money stands still and it can be taken back. Refused with the obstacles while there are any.',
  movesMoney: 'byState',
  input: z.strictObject({
    code,
    /** Required of a customer who has set one. */
    pin: z.optional(typedPin),
    reason: z.optional(line),
    /** Gives up what is too little to be withdrawn. */
    waive: z.optional(z.boolean()),
  }),
  output: waiting,
  refuses: ['code_incorrect', 'code_wait', 'pin_incorrect', 'pin_locked', 'delete_failed'],
})

export const cancelDelete = call({
  path: '/api/customer/customerUser/cancelDelete',
  promise: 'Takes a deletion back; everything is as before. Without one it changes nothing.',
  movesMoney: 'byState',
  input: z.strictObject({}),
  output: z.null(),
})

export const exportData = call({
  path: '/api/customer/customerUser/exportData',
  promise:
    'Everything kept about the caller as one archive, pictures included; five times a day, then limit_exceeded. Who has a second factor is asked for it.',
  input: z.strictObject({ pin: typedPin, secondCode: z.optional(typedSecondCode) }),
  output: z.strictObject({
    name: z.string(),
    type: z.literal('application/zip'),
    /** Base64. */
    content: z.string(),
  }),
  refuses: [...byPin, ...bySecondFactor, 'limit_exceeded', 'request_in_progress'],
})
