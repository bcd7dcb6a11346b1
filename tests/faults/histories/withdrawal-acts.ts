import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Coin } from '../../../src/contract/money.ts'
import { askWithdrawal } from '../../../src/server/api/wallet/ask-withdrawal.ts'
import { withdrawalApi } from '../../../src/server/api/wallet/withdrawal.ts'
import { termsOf } from '../../../src/server/chain/withdrawals/withdrawal-terms.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { Refused } from '../../../src/server/http/refused.ts'
import type { World } from '../../../src/server/world.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { confirmations, db, give, type History, later, rowsOf, stepsOf } from './withdrawal-history.ts'

// What may happen to withdrawals: of customers, of payers that die, and of a node at fault.

type Act = (history: History) => Promise<unknown> | unknown

const who = fc.nat(1)
export const ask = fc
  .record({
    who,
    asked: fc.constantFrom<[Coin, string]>(
      ['USDT', '10'],
      ['USDT', '250.5'],
      ['USDT', '6000'],
      ['ETH', '0.5'],
      ['ETH', '1'],
    ),
  })
  .map(({ who, asked }) => askFor(who, () => asked))

let asked = 0
/** No two ask for the same amount, so that what is paid twice is seen. */
export const askAnother = who.map(who => askFor(who, () => ['USDT', `${20 + ++asked / 100}`]))

function askFor(who: number, what: () => readonly [Coin, string]): Act {
  return async ({ node: { treasury }, customers }) => {
    const [currency, amount] = what()
    const { userId, address } = customers[who] as History['customers'][number]
    const terms = termsOf(currency)
    const receive = Number((Number(amount) - (currency === 'USDT' ? 1 : 0.001)).toFixed(4))
    const input = { currency, chain: treasury.network, address, amount, receive: `${receive}` }
    const customer = { userId, device: 'Test', ip: '::1' }
    expect(terms).toBeDefined()
    await transaction(db, db =>
      askWithdrawal({ treasury, config: { WITHDRAWAL_CANCEL_SECONDS: 0 } as never }, db, {
        input,
        customer,
      }),
    ).catch(error => expect(error).toBeInstanceOf(Refused))
  }
}

const node = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 3 }).map(
      (blocks): Act =>
        ({ node }) =>
          node.mine(blocks),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        depth: fc.integer({ min: 1, max: confirmations - 1 }),
        back: fc.constantFrom('return', 'drop'),
      })
      .map(
        ({ depth, back }): Act =>
          ({ node }) =>
            node.reorg(depth, back as 'return'),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom('accepts_then_silent', 'silent', 'loses', 'refuses'), {
        minLength: 1,
        maxLength: 3,
      })
      .map(
        (kinds): Act =>
          ({ node }) =>
            node.fault(...(kinds as ['silent'])),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 8 }).map(
      (questions): Act =>
        ({ node }) =>
          node.silence(questions),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }).map(
      (blocks): Act =>
        ({ node }) =>
          node.lag(...blocks),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 12 }).map(
      (receipts): Act =>
        ({ node }) =>
          node.withhold(receipts),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (isPruned): Act =>
        ({ node }) =>
          node.prune(isPruned),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.forget()) },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.stray()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1n, 3n, 9n).map(
      (times): Act =>
        ({ node }) =>
          node.setFloor(times * 1_000_000_000n),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('fill', 'drain').map(
      (way): Act =>
        history => {
          const all = way === 'drain' ? -history.node.balanceOf('USDT') : 20_000_000_000n
          give(history, 'USDT', all)
        },
    ),
  },
)

/** The customer takes one of theirs back, while it is perhaps being signed. */
const cancel = fc.record({ n: fc.nat(9), isRaced: fc.boolean() }).map(
  ({ n, isRaced }): Act =>
    async ({ node: { treasury }, pay }) => {
      const rows = await rowsOf(treasury.network)
      const row = rows[n % Math.max(rows.length, 1)]
      if (!row) return
      const customer = { userId: row.user_id } as never
      const api = withdrawalApi({ db, treasury } as World)
      const racing = isRaced ? pay() : null
      await api
        .transferOutCancel({ id: row.id }, customer)
        .catch(error => expect(error).toBeInstanceOf(Refused))
      await racing
    },
)

export const acts = fc.oneof(
  { weight: 2, arbitrary: cancel },
  { weight: 5, arbitrary: ask },
  { weight: 9, arbitrary: node },
  { weight: 5, arbitrary: fc.constant<Act>(({ pay }) => pay()) },
  { weight: 2, arbitrary: fc.constant<Act>(({ pay }) => Promise.all([pay(), pay()])) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 30 }).map(
      (n): Act =>
        ({ pay }) =>
          pay(dyingAt(db, n).db),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Act>(later) },
  {
    weight: 2,
    arbitrary: who.map(
      (who): Act =>
        async ({ customers }) => {
          const userId = customers[who]?.userId ?? ''
          await sql`update users set hold_until = now() + interval '1 hour' where id = ${userId}`.execute(db)
        },
    ),
  },
)

/** What may happen before a backup is restored, and after: payments that were signed are heard of later, or never. */
export const calm = fc.oneof(
  { weight: 5, arbitrary: askAnother },
  { weight: 1, arbitrary: cancel },
  { weight: 5, arbitrary: fc.constant<Act>(({ pay }) => pay()) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (n): Act =>
        ({ pay }) =>
          pay(dyingAt(db, n).db),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Act>(({ node }) => node.mine()) },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.mine(confirmations)) },
  { weight: 3, arbitrary: fc.constant<Act>(({ node }) => node.forget()) },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.remember()) },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.fault('loses', 'silent')) },
  { weight: 2, arbitrary: fc.constant<Act>(later) },
)

/** Blocks that were final are lost with what was in them; what had been shown to the network comes back, or does not. */
export const deep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({
        depth: fc.integer({ min: confirmations, max: confirmations + 4 }),
        back: fc.constantFrom('return', 'drop'),
      })
      .map(
        ({ depth, back }): Act =>
          history =>
            rewrite(history, { depth, back: back as 'return' }),
      ),
  },
  {
    weight: 2,
    // Everything that was ever shown to the network is there again at once.
    arbitrary: fc.constant<Act>(async history => {
      await rewrite(history, { depth: confirmations + 2, back: 'drop' })
      history.node.remember()
      history.node.mine()
    }),
  },
  { weight: 1, arbitrary: fc.constant<Act>(({ node }) => node.remember()) },
  {
    weight: 4,
    // Something else takes the place of one that is signed, and of no other: that would be a theft, or leave a hole.
    arbitrary: fc.constant<Act>(displace),
  },
  { weight: 5, arbitrary: ask },
  { weight: 4, arbitrary: fc.constant<Act>(({ node }) => node.mine(confirmations)) },
  { weight: 3, arbitrary: fc.constant<Act>(({ node }) => node.mine()) },
  { weight: 6, arbitrary: fc.constant<Act>(({ pay }) => pay()) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (n): Act =>
        ({ pay }) =>
          pay(dyingAt(db, n).db),
    ),
  },
  { weight: 4, arbitrary: fc.constant<Act>(later) },
)

/** Blocks are lost. What was charged after all and is lost once more is for people (`withdrawal_lost`), so it is not here. */
async function rewrite({ node }: History, { depth, back }: { depth: number; back: 'return' | 'drop' }) {
  const paid = (await rowsOf(node.treasury.network)).filter(({ status }) => status === 'done')
  const told = await Promise.all(paid.map(stepsOf))
  if (told.every(steps => !steps.includes('returned'))) node.reorg(depth, back)
}

/** Another transaction takes the place of the one that is next. */
async function displace({ node, pay }: History) {
  await pay()
  const rows = await rowsOf(node.treasury.network)
  const isNext = rows.some(({ status, nonce }) => status === 'sent' && Number(nonce) === node.minedCount())
  if (isNext) node.stray()
}

/** One that has failed for good. */
export async function failedOne(history: History) {
  await displace(history)
  history.node.mine(confirmations)
  for (let round = 0; round < 2; round++) await later(history)
  await history.pay()
}
