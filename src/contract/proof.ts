import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, currency, id, instant, list as listOf, paged } from './field.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A day of the books, by UTC. */
const day = z.iso.date('date').check(z.regex(/^20/, 'date'))
/** An amount in minor units of its coin, as plain digits: what hashes are made of. */
const minor = z.string().check(z.regex(/^\d{1,38}$/))

/** What the house held of a coin on chain, read at one block on the day after. */
const held = z.strictObject({
  amount,
  /** Of what was owed, in percent, rounded down; null where nothing was. */
  percent: z.nullable(z.string().check(z.regex(/^\d+(\.\d{1,2})?$/))),
  network: z.string(),
  block: z.int(),
  blockHash: z.string(),
  /** How many addresses were asked: the hot wallet, and where customers paid in and it was not swept yet. */
  addresses: z.int(),
  time: instant,
})

/** What was published of one coin and a day; how it is reckoned is said in `proof-tree.ts`. */
const publishedCoin = z.strictObject({
  /** USD is what cards hold. */
  currency,
  /** What all customers together were owed at the end of the day. */
  owed: amount,
  root: sha256,
  height: z.int(),
  /** Null where it is not known: it was not read in time, or the coin is on no chain of ours, as USD of cards is not. */
  held: z.nullable(held),
})

export const list = call({
  path: '/api/common/proof/list/{pageSize}/{page}',
  method: 'GET',
  who: 'anyone',
  keptSeconds: 300,
  promise:
    'What was published of each day, newest first: of every coin what customers were owed at its end, with the root of the tree that all of them are in, and what the house held of it on chain.',
  input: z.strictObject(paged(31)),
  output: listOf(
    z.strictObject({
      day,
      /** The seal of the books up to the end of that day. */
      seal: sha256,
      publishedAt: instant,
      coins: z.array(publishedCoin),
    }),
  ),
})

export const get = call({
  path: '/api/customer/proof/get',
  promise:
    'The proof that the caller was counted among those who were owed a coin at the end of a day: their amount, and the way from it to the root that was published. Without parts where it was nothing; `isCounted` is false where the books have an amount that is not in the tree, which should not happen. A day that is not published is nobody’s: status 403.',
  input: z.strictObject({ day, currency }),
  output: z.strictObject({
    isCounted: z.boolean(),
    proof: z.strictObject({
      day,
      currency,
      userId: id,
      salt: sha256,
      amountMinor: minor,
      parts: z.array(
        z.strictObject({
          amountMinor: minor,
          place: z.int(),
          beside: z.array(z.strictObject({ hash: sha256, sumMinor: minor })),
        }),
      ),
    }),
  }),
})
