import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { convertToCardBalance, convertToMasterBalance, quote } from '../../src/contract/wallet.ts'
import { transferOut, transferOutCancel } from '../../src/contract/withdrawal.ts'
import { frozenAmong } from '../../src/server/account/freezes.ts'
import { cursorOf } from '../../src/server/chain/cursor.ts'
import { letGoOn } from '../../src/server/chain/deposits/held.ts'
import { goOn } from '../../src/server/chain/deposits/resuming.ts'
import { isPassing } from '../../src/server/database/database.ts'
import { payWithdrawals } from '../../src/server/jobs/pay-withdrawals.ts'
import { pollRates } from '../../src/server/jobs/poll-rates.ts'
import type { Schedule } from '../../src/server/jobs/queue/runner.ts'
import { readChain } from '../../src/server/jobs/read-chain.ts'
import { approve, refuse } from '../../src/server/jobs/review-withdrawal.ts'
import { any, cents, chance } from '../fixtures/chance.ts'
import { loseCommits } from '../fixtures/lost-commits.ts'
import { throughout } from '../fixtures/throughout.ts'
import { expectAgreement } from './histories/wallet-agreement.ts'
import { ask, type Customer, pin, startTown } from './histories/wallet-town.ts'

// A hundred customers, two nodes, a real chain that loses blocks, operators: everything the wallet does, at random and at
// once, while of some commits nobody hears. Whatever happened, each key has one answer, and books, bills, statements and
// chain agree to the last unit.

const customerCount = 100
const richCount = 12
const atOnce = 12

const town = throughout(startTown)
let customers: Customer[]
beforeAll(async () => {
  customers = []
  for (let i = 0; i < customerCount; i++) customers.push(await town.newCustomer())
})

const db = () => town.nodes[0].world.db

/** Decides once and tells it twice, to two nodes at once: there is one answer, yes or no. */
async function decideTwice({ token }: Customer, call: Call, input: object) {
  const asked = { ...input, pin, requestId: randomUUID() }
  const [one, other] = await Promise.all(town.nodes.map(node => ask(node, call, asked, token)))
  expect(one, `${call.path} ${asked.requestId}`).toEqual(other)
  if (chance(0.2)) expect(await ask(any(town.nodes), call, asked, token)).toEqual(one)
  return one?.data ?? null
}

async function withdraw(customer: Customer, amount: string) {
  const receive = (Number(amount) - 1).toFixed(2).replace(/\.?0+$/, '')
  const input = { currency: 'USDT', chain: 'ERC20', address: customer.address, amount, receive }
  const sent = await decideTwice(customer, transferOut, input)
  customer.withdrawalId = (sent?.id as string | undefined) ?? customer.withdrawalId
}

const deeds: ((customer: Customer) => Promise<unknown>)[] = [
  ({ own }) => town.chain.pay({ address: own, currency: 'USDT', amount: cents(400) }),
  ({ own }) => town.chain.pay({ address: own, currency: 'ETH', amount: '0.123456789012345678' }),
  ({ atCard }) =>
    town.chain.pay({ address: atCard, currency: 'USDT', amount: (1 + Math.random() * 90).toFixed(6) }),
  ({ atCard }) => town.chain.pay({ address: atCard, currency: any(['USDC', 'ETH']), amount: '1.5' }),
  // Crumbs, which wait until they add up.
  ({ own, atCard }) => town.chain.pay({ address: any([own, atCard]), currency: 'USDT', amount: '0.300007' }),
  ({ own }) => town.chain.pay({ address: own, currency: 'ETH', amount: '0.0004' }),
  // What is nobody's deposit, and two in one.
  ({ own }) =>
    town.chain.pay({ address: own, currency: 'USDT', amount: '7', kind: any(['wrong-token', 'failed']) }),
  ({ own }) =>
    town.chain.pay({
      address: own,
      currency: 'USDC',
      amount: '2.25',
      kind: 'twice',
      secondAddress: any(customers).own,
    }),
  customer => withdraw(customer, cents(120)),
  customer => withdraw(customer, any(['5000', '5200.5'])),
  async ({ withdrawalId, token }) =>
    withdrawalId && (await ask(any(town.nodes), transferOutCancel, { id: withdrawalId }, token)),
  async customer => {
    const amount = any(['0.01', '0.05', '0.1'])
    const { data } = await ask(any(town.nodes), quote, { from: 'ETH', to: 'USDT', amount }, customer.token)
    if (!data) return
    const { quoteId } = data
    return await decideTwice(customer, convertToMasterBalance, { quoteId, amount, currency: 'ETH' })
  },
  customer => {
    const { cardId } = customer
    return decideTwice(customer, convertToCardBalance, { cardId, amount: cents(60), currency: 'USDT' })
  },
  customer => {
    const { cardId } = customer
    return decideTwice(customer, convertToMasterBalance, { cardId, amount: cents(40), currency: 'USD' })
  },
]

/** What the chain loses before its next block: with one that nobody has read, so that `drop` and `return` are not final. */
const losses = {
  none: async () => {},
  drop: () => town.chain.reorg(3, 'drop'),
  return: () => town.chain.reorg(any([2, 3]), 'return'),
  final: () => town.chain.reorg(6, 'return'),
}

/** A block comes, both nodes read and pay, and operators decide. */
async function round({ lost = 'none' as keyof typeof losses, isLast = false } = {}) {
  await losses[lost]()
  await town.chain.mine()
  await both(readChain)
  if (lost === 'final') await goOnAfterLoss()
  await dueNow()
  await both(payWithdrawals)
  await both(pollRates)
  await operate(isLast)
}

async function pass(blocks: number) {
  for (let n = 0; n < blocks; n++) await round()
}

/** Whoever waits too long for the other node's lock, or hears nothing, comes again, as the runner of schedules does. */
async function both(schedule: Schedule) {
  await Promise.all(town.nodes.map(({ world }) => unlessPassing(schedule.run(world))))
}

async function unlessPassing(work: Promise<unknown>) {
  await work.catch(error => {
    if (!isPassing(error)) throw error
  })
}

/** Nobody waits until a withdrawal may not be taken back any more. */
async function dueNow() {
  await sql`update withdrawals set send_at = now() - interval '1 second' where status = 'queued'`.execute(
    db(),
  )
}

/** What people of ours do: they approve and refuse, two at once, and let go what is held. */
async function operate(isLast: boolean) {
  const waiting = await db()
    .selectFrom('withdrawals')
    .select(['id', 'status'])
    .where('status', 'in', ['review', 'held'])
    .execute()
  for (const { id: withdrawalId, status } of waiting) {
    const stage = status as 'review'
    if (!isLast && chance(0.5)) continue
    const [one, other] = town.nodes.map(({ world }) => world.db) as [
      ReturnType<typeof db>,
      ReturnType<typeof db>,
    ]
    const votes = chance(0.3)
      ? [refuse(one, { withdrawalId, operator: 'ann', reason: 'refused' })]
      : [
          approve(one, { withdrawalId, operator: 'ann', stage }),
          approve(other, { withdrawalId, operator: 'ben', stage }),
        ]
    for (const vote of await Promise.allSettled(votes))
      if (vote.status === 'rejected' && !isPassing(vote.reason))
        expect(String(vote.reason)).toMatch(/does not wait|another operator|frozen/)
  }
  const held = await db().selectFrom('deposits').select('id').where('status', '=', 'held').execute()
  for (const { id } of held)
    await unlessPassing(letGoOn(db(), { depositId: id, answeredFor: ['deposit_absurd'] }))
}

/** Credited deposits are lost: all crediting stops, their customers stand still, and operators decide to go on. */
async function goOnAfterLoss() {
  const [{ world }] = town.nodes
  expect((await cursorOf(world.db, 'ERC20'))?.stopped).toBe('credited_lost')
  const userIds = customers.map(({ userId }) => userId)
  expect((await frozenAmong(world.db, userIds)).size).toBeGreaterThan(0)
  await goOn(world.db, 'ERC20')
}

/** Everybody does something, a dozen at a time. */
async function act() {
  const line = [...customers]
  const work = async () => {
    for (let customer = line.pop(); customer; customer = line.pop()) await any(deeds)(customer)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function countOf(
  table: 'deposits' | 'withdrawals' | 'quotes',
  where = sql`where true`,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)} ${where}`.execute(db())
  return rows[0]?.n ?? 0
}

async function unfinished(): Promise<number> {
  return (
    (await countOf(
      'withdrawals',
      sql`where ended_at is null or (status = 'done' and block_height is null)`,
    )) +
    (await countOf(
      'deposits',
      sql`where status in ('seen', 'confirming', 'held') or loss_told_at is not null`,
    ))
  )
}

test('a hundred customers at random on two nodes leave books and chain in agreement', async () => {
  // Everybody has something to begin with, and one more than anybody would believe.
  for (const [index, { own }] of customers.entries()) {
    const amount = index < richCount ? '12000' : '150.25'
    await town.chain.pay({ address: own, currency: 'USDT', amount })
    await town.chain.pay({ address: own, currency: 'ETH', amount: '0.2' })
  }
  await town.chain.pay({ address: any(customers).own, currency: 'USDT', amount: '1000000001' })
  await pass(5)
  expect(await countOf('deposits', sql`where status = 'credited'`)).toBe(2 * customerCount + 1)
  const commits = loseCommits(2)
  for (const lost of ['drop', 'return', 'final', 'drop', 'return', 'drop'] as const) {
    await Promise.all([act(), round()])
    if (lost === 'final') await pass(3)
    await Promise.all([act(), round({ lost })])
    if (lost === 'final') await pass(3)
  }
  commits.end()
  expect(commits.count()).toBeGreaterThan(10)
  const patience = Date.now() + 60_000
  while ((await unfinished()) > 0) {
    expect(Date.now(), 'everything ends').toBeLessThan(patience)
    await round({ isLast: true })
  }

  const report = await expectAgreement(
    town.nodes[0].world,
    customers.map(({ userId }) => userId),
  )
  const done = await countOf('withdrawals', sql`where status = 'done'`)
  expect(report.withdrawals).toBe(BigInt(await countOf('withdrawals', sql`where nonce is not null`)))
  expect(done).toBeGreaterThan(10)
  expect(await countOf('quotes', sql`where used_at is not null`)).toBeGreaterThan(10)
  for (const status of ['credited', 'below_min', 'orphaned'])
    expect(await countOf('deposits', sql`where status = ${status}`), status).toBeGreaterThan(0)
})
