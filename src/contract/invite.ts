import * as z from 'zod/mini'
import { referCode } from './account.ts'
import { call } from './call.ts'
import { amount, instant, lang, list } from './field.ts'

/** What became of the reward for one invited person. */
const reward = z.strictObject({
  /** `none`: they have not qualified; `waiting`: it is owed and comes; `refused`: there is none, and `reason` says why. */
  state: z.enum(['none', 'waiting', 'paid', 'refused']),
  /** In USDT; null while none is owed. */
  amount: z.nullable(amount),
  at: z.nullable(instant),
  reason: z.nullable(
    z.enum(['not_certified', 'not_recharged', 'off', 'same_person', 'same_device', 'no_funds']),
  ),
})

/** One invited person: masked, with the moment of each step; null for a step that is to come. */
const friend = z.strictObject({
  email: z.string(),
  registeredAt: instant,
  certifiedAt: z.nullable(instant),
  firstCardAt: z.nullable(instant),
  rechargedAt: z.nullable(instant),
  reward,
})

const page = z.int().check(z.minimum(1), z.maximum(1_000_000))

export const invited = call({
  path: '/api/customer/invite/list',
  promise:
    'People the caller has invited, newest first, each step with its time and the reward with its reason.',
  input: z.strictObject({
    /** 1 by default. */
    page: z.optional(page),
    /** 20 by default. */
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  }),
  output: list(friend),
})

export const inviteSummary = call({
  path: '/api/customer/invite/summary',
  promise: 'Code, link, how far the invited people have come, and what was earned with them.',
  input: z.strictObject({}),
  output: z.strictObject({
    code: z.string(),
    link: z.string(),
    /** For each invited person who qualifies from now on, in USDT; 0 while there are no rewards. */
    reward: amount,
    invited: z.int(),
    certified: z.int(),
    withCard: z.int(),
    rewarded: z.int(),
    earned: amount,
    waiting: amount,
  }),
})

export const preparedInvite = call({
  path: '/api/customer/invite/prepared',
  promise:
    "Has our bot prepare the caller's invitation as a message of Telegram, in that language, for the Telegram user they are bound to: the id their client sends it by, good for a day or less.",
  input: z.strictObject({ lang }),
  output: z.strictObject({ id: z.string() }),
  /** `feature_unsupported`: no bot, no bound Telegram, or Telegram has no answer: share the link instead. */
  refuses: ['feature_unsupported', 'limit_exceeded'],
})

export const inviter = call({
  path: '/api/common/invite/inviter',
  who: 'anyone',
  promise:
    "Whether an invitation code is anybody's, and the masked nickname of whoever invites, where they have one.",
  input: z.strictObject({ referCode }),
  output: z.strictObject({ isKnown: z.boolean(), name: z.nullable(z.string()) }),
  refuses: ['limit_exceeded'],
})
