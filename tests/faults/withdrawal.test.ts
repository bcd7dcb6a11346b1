import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Coin } from '../../src/contract/money.ts'
import { frozenBy } from '../../src/server/account/freezes.ts'
import { askWithdrawal } from '../../src/server/api/ask-withdrawal.ts'
import { withdrawalApi } from '../../src/server/api/withdrawal.ts'
import { payOn } from '../../src/server/chain/paying.ts'
import { readOn } from '../../src/server/chain/reader.ts'
import { saveAddress } from '../../src/server/chain/saved-addresses.ts'
import type { WithdrawalRow } from '../../src/server/chain/withdrawal-tables.ts'
import { termsOf } from '../../src/server/chain/withdrawal-terms.ts'
import { type Db, transaction } from '../../src/server/database.ts'
import { newId } from '../../src/server/id.ts'
import { depositBooks } from '../../src/server/jobs/deposit-books.ts'
import { approve } from '../../src/server/jobs/review-withdrawal.ts'
import { withdrawalBooks } from '../../src/server/jobs/withdrawal-books.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { balancesOf, houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { Refused } from '../../src/server/refused.ts'
import type { World } from '../../src/server/world.ts'
import { dyingAt, newUser } from '../api/deposit-world.ts'
import { type MemoryTreasury, memoryTreasury } from '../ports/memory-treasury.ts'
import { type TestDatabase, testDatabase } from '../postgres.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(async () => {
  expect((await checkLedger(db)).disagreement).toBeNull()
  await database.close()
})

const confirmations = 3
const wealth = { USDT: 60_000_000_000n, ETH: 1_000_000_000n } as const
const coins = ['USDT', 'ETH'] as const

interface History {
  node: MemoryTreasury
  /** What the wallet was given. */
  given: Record<(typeof coins)[number], bigint>
  customers: { userId: string; address: string }[]
  pay(db?: Db): Promise<void>
}
type Act = (history: History) => Promise<unknown> | unknown

const who = fc.nat(1)
const ask = fc
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
  .map(
    ({ who, asked: [currency, amount] }): Act =>
      async ({ node: { treasury }, customers }) => {
        const { userId, address } = customers[who] as History['customers'][number]
        const terms = termsOf(currency)
        const receive = Number(amount) - (currency === 'USDT' ? 1 : 0.001)
        const input = { currency, chain: treasury.network, address, amount, receive: `${receive}` }
        const customer = { userId, device: 'Test', ip: '::1' }
        expect(terms).toBeDefined()
        await transaction(db, db =>
          askWithdrawal({ treasury, config: { WITHDRAWAL_CANCEL_SECONDS: 0 } as never }, db, {
            input,
            customer,
          }),
        ).catch(error => expect(error).toBeInstanceOf(Refused))
      },
  )

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

const acts = fc.oneof(
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

/** Enough time passes for everything that waits, in which many rounds of paying find the node well; here one stands for them. */
async function later({ node, pay }: History) {
  const { network } = node.treasury
  node.silence(0)
  node.lag()
  await pay()
  await sql`update withdrawals set sent_at = sent_at - interval '1 hour', dead_at = dead_at - interval '1 hour'
    where network = ${network} and status in ('sent', 'confirming')`.execute(db)
  await sql`update withdrawal_attempts a set created_at = a.created_at - interval '1 hour',
    broadcast_at = a.broadcast_at - interval '1 hour'
    from withdrawals w where w.id = a.withdrawal_id and w.network = ${network}`.execute(db)
  await sql`update users set hold_until = null
    where id in (select user_id from withdrawals where network = ${network})`.execute(db)
}

function give({ node, given }: History, currency: 'USDT' | 'ETH', amountMinor: bigint) {
  node.fund(currency, amountMinor)
  given[currency] += amountMinor
}

let networks = 0

async function begin(): Promise<History> {
  const node = memoryTreasury({ network: `M${++networks}`, confirmations })
  const { treasury } = node
  const customers = []
  for (let i = 0; i < 2; i++) customers.push(await customerOf(treasury.network))
  const books = withdrawalBooks(treasury)
  const reading = { db, chain: node.chain, books: depositBooks(treasury), isSandbox: false }
  const read = async () => {
    while ((await readOn(reading)) === 'went_back');
  }
  const history: History = {
    node,
    given: { USDT: 0n, ETH: 0n },
    customers,
    async pay(asked = db) {
      // A payer that is killed goes on from what the reader has read before.
      if (asked === db) await read()
      await payOn({ db: asked, treasury, books }).catch(error =>
        expect(String(error)).toMatch(/killed|the node is silent|to the reader and/),
      )
    },
  }
  give(history, 'USDT', 20_000_000_000n)
  give(history, 'ETH', 500_000_000n)
  return history
}

async function customerOf(network: string) {
  const userId = await newUser(db)
  for (const currency of coins) {
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
    const chain = await houseAccount(db, { code: 'chain', currency })
    const amountMinor = wealth[currency]
    await post(db, {
      idempotencyKey: `test:${newId()}`,
      reason: 'deposit',
      entries: [
        { accountId: chain, amountMinor: -amountMinor },
        { accountId, amountMinor },
      ],
    })
  }
  const address = getAddress(`0x${randomBytes(20).toString('hex')}`)
  await saveAddress(db, { userId, network, address, label: 'Own', waitSeconds: 0 })
  return { userId, address }
}

const rowsOf = (network: string) =>
  db.selectFrom('withdrawals').selectAll().where('network', '=', network).orderBy('id').execute()

async function nothingsOf({ id }: WithdrawalRow): Promise<unknown[]> {
  return await db
    .selectFrom('withdrawal_attempts')
    .select('number')
    .where('withdrawal_id', '=', id)
    .where('pays_nothing', '=', true)
    .execute()
}

async function hashesOf({ id }: WithdrawalRow): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal_attempts')
    .select('tx_hash')
    .where('withdrawal_id', '=', id)
    .execute()
  return rows.map(({ tx_hash }) => tx_hash)
}

/** What must hold at every moment. */
async function stands({ node }: History) {
  const payments = node.payments().filter(({ amountMinor }) => amountMinor > 0n)
  for (const row of await rowsOf(node.treasury.network)) {
    const hashes = await hashesOf(row)
    const paid = payments.filter(({ txHash }) => hashes.includes(txHash))
    expect(paid.length).toBeLessThanOrEqual(1)
    if (row.status === 'failed' || row.status === 'cancelled') {
      expect(paid).toEqual([])
      // Given back: only when nothing signed for it can be in the chain any more.
      if (row.nonce !== null) expect(node.minedCount(confirmations)).toBeGreaterThan(Number(row.nonce))
    }
    if (row.status === 'done') {
      expect(paid).toMatchObject([
        { to: row.address, currency: row.currency, amountMinor: row.receive_minor },
      ])
    }
    if (row.nonce === null) expect(hashes).toEqual([])
  }
}

/** It has not ended, or where it ended is in no block any more. */
function isOpen({ ended_at, nonce, block_height, undone_at }: WithdrawalRow): boolean {
  return ended_at === null || undone_at !== null || (nonce !== null && block_height === null)
}

/** The node is well, the wallet full, time passes, operators do their work. */
async function heal(history: History) {
  const { node, pay } = history
  node.silence(0)
  node.withhold(0)
  node.prune(false)
  node.setFloor(1_000_000_000n)
  give(history, 'USDT', 100_000_000_000n)
  give(history, 'ETH', 10_000_000_000n)
  for (let round = 0; round < 40; round++) {
    const open = (await rowsOf(node.treasury.network)).filter(isOpen)
    if (open.length === 0) return
    for (const { id, status, user_id } of open) {
      if ((status !== 'review' && status !== 'held') || (await frozenBy(db, user_id))) continue
      for (const operator of ['one', 'two']) await approve(db, { withdrawalId: id, operator, stage: status })
    }
    await pay()
    node.mine()
    await pay()
    await later(history)
  }
}

async function agree(history: History) {
  const { node, given, customers } = history
  const rows = await rowsOf(node.treasury.network)
  for (const { status } of rows) expect(['done', 'failed', 'cancelled']).toContain(status)
  for (const currency of coins) {
    const mine = rows.filter(row => row.currency === currency && row.status === 'done')
    const out = mine.reduce((sum, { receive_minor }) => sum + receive_minor, 0n)
    if (currency === 'USDT') expect((given.USDT as bigint) - node.balanceOf('USDT')).toBe(out)
    const paid = node.payments().filter(payment => payment.currency === currency)
    expect(paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(out)
    for (const { userId } of customers) {
      const account = (await balancesOf(db, userId)).find(account => account.currency === currency)
      const left = mine
        .filter(row => row.user_id === userId)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
      expect(account).toMatchObject({ balanceMinor: wealth[currency] - left, heldMinor: 0n })
    }
  }
  await agreeBills(rows)
  // Every nonce that was given is used, so that nothing waits behind a hole.
  const nonces = rows.flatMap(({ nonce }) => (nonce === null ? [] : [Number(nonce)]))
  expect(node.minedCount()).toBeGreaterThan(Math.max(-1, ...nonces))
  expect(new Set(nonces).size).toBe(nonces.length)
}

async function agreeBills(rows: readonly WithdrawalRow[]) {
  for (const { bill_id, fee_bill_id, status, transfer_id } of rows) {
    const bills = await db
      .selectFrom('bills')
      .select(['status', 'transfer_id'])
      .where('id', 'in', [bill_id, fee_bill_id])
      .execute()
    const shown = status === 'cancelled' ? 'reversed' : status
    expect(bills).toEqual(Array(2).fill({ status: shown, transfer_id }))
  }
}

/** Blocks that were final are lost with what was in them; what had been shown to the network comes back, or does not. */
const deep = fc.oneof(
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
async function failedOne(history: History) {
  await displace(history)
  history.node.mine(confirmations)
  for (let round = 0; round < 2; round++) await later(history)
  await history.pay()
}

const stepsOf = async ({ bill_id }: WithdrawalRow) => {
  const { steps } = await db
    .selectFrom('bills')
    .select('steps')
    .where('id', '=', bill_id)
    .executeTakeFirstOrThrow()
  return steps.map(({ what }) => what)
}

describe('any history in which what was final is lost', () => {
  test('pays each withdrawal once or gives it back, in the end: what is paid after all is charged', async () => {
    const told = { undone: 0, charged: 0, usedUp: 0 }
    await fc.assert(
      fc.asyncProperty(ask, fc.array(deep, { minLength: 5, maxLength: 25 }), async (first, acts) => {
        const history = await begin()
        await first(history)
        await failedOne(history)
        for (const act of acts) await act(history)
        await history.pay()
        await heal(history)
        await stands(history)
        await agree(history)
        history.node.remember()
        history.node.mine(confirmations + 1)
        await history.pay()
        await agree(history)
        for (const { userId } of history.customers) expect(await frozenBy(db, userId)).toBeNull()
        for (const row of await rowsOf(history.node.treasury.network)) {
          const steps = await stepsOf(row)
          const returned = steps.indexOf('returned')
          if (returned >= 0 && steps.indexOf('orphaned', returned) > 0) told.undone += 1
          if (returned >= 0 && row.status === 'done') told.charged += 1
          if ((await nothingsOf(row)).length > 0) told.usedUp += 1
        }
      }),
      { numRuns: 80, seed: 20_261_123, endOnFailure: false },
    )
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(3)
  }, 600_000)
})

describe('any history of a node at fault, crashes, lost blocks, an empty wallet and signers at once', () => {
  test('pays each withdrawal once or gives it back, and never both', async () => {
    const ended = { done: 0, failed: 0, cancelled: 0, raised: 0, held: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 30 }), async acts => {
        const history = await begin()
        for (const act of acts) {
          await act(history)
          await stands(history)
        }
        await heal(history)
        await stands(history)
        await agree(history)
        // Whatever was ever signed comes back to the network: nothing changes.
        history.node.remember()
        history.node.mine(confirmations + 1)
        await agree(history)
        for (const row of await rowsOf(history.node.treasury.network)) {
          ended[row.status as 'done'] += 1
          if ((await hashesOf(row)).length > 1) ended.raised += 1
          if (row.is_cleared) ended.held += 1
        }
      }),
      { numRuns: 300, seed: 20_261_103, endOnFailure: false },
    )
    // The histories have told of what they are about.
    for (const count of Object.values(ended)) expect(count).toBeGreaterThan(5)
  }, 600_000)
})
