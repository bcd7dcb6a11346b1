import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, Envelope } from '../../src/contract/call.ts'
import {
  convertToCardBalance,
  convertToMasterBalance,
  queryTransferIn,
  quote,
} from '../../src/contract/wallet.ts'
import { transferOut, transferOutCancel } from '../../src/contract/withdrawal.ts'
import { hashPin, setPin } from '../../src/server/account/pin.ts'
import { openSession } from '../../src/server/account/session.ts'
import { checkChain } from '../../src/server/chain/check.ts'
import { evmTreasury } from '../../src/server/chain/treasuries/evm.ts'
import { isPassing, openDatabase } from '../../src/server/database.ts'
import { newId } from '../../src/server/id.ts'
import { payWithdrawals } from '../../src/server/jobs/pay-withdrawals.ts'
import { pollRates } from '../../src/server/jobs/poll-rates.ts'
import { readChain } from '../../src/server/jobs/read-chain.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import type { World } from '../../src/server/world.ts'
import { newCard, newUser } from '../api/deposit-world.ts'
import { someAddress } from '../api/withdrawer.ts'
import { startTestChain, type TestChain } from '../ports/anvil.ts'
import { type TestDatabase, testDatabase } from '../postgres.ts'
import { worldOn } from '../world.ts'

// A hundred customers, two nodes, a real chain: everything the wallet does, at random and at once. Whatever happened,
// the books agree with themselves and with the chain to the last unit.

const customerCount = 100
const deedsEach = 8
const atOnce = 12
const pin = '246801'
const key = '22'.repeat(32)

interface Node {
  world: World
  http: FastifyInstance
}
interface Customer {
  userId: string
  token: string
  cardId: string
  own: string
  address: string
  withdrawalId: string | null
}

let database: TestDatabase
let chain: TestChain
let nodes: [Node, Node]
let customers: Customer[]

beforeAll(async () => {
  database = await testDatabase()
  chain = await startTestChain()
  const treasury = evmTreasury({ ...chain.settings, key })
  const rates = {
    read: async () => ({ at: new Date(), rates: [{ base: 'ETH', quote: 'USDT', rate: '3000.5' }] }),
  }
  const node = () => worldOn(openDatabase({ url: database.url }), { chain: chain.chain, treasury, rates })
  nodes = [await node(), await node()]
  await pollRates.run(nodes[0].world)
  await chain.pay({ address: treasury.address, currency: 'ETH', amount: '50' })
  await chain.pay({ address: treasury.address, currency: 'USDT', amount: '40000' })
  customers = []
  for (let i = 0; i < customerCount; i++) customers.push(await newCustomer())
})
afterAll(async () => {
  for (const { world, http } of nodes) {
    await http.close()
    await world.db.destroy()
  }
  await chain.close()
  await database.close()
})

async function newCustomer(): Promise<Customer> {
  const [{ world }] = nodes
  const { db } = world
  const userId = await newUser(db)
  await setPin(db, { userId, pinHash: await hashPin(world, { userId, pin }) })
  const { token } = await openSession(world, db, { userId, device: 'mix', ip: '127.0.0.1' })
  const address = someAddress()
  const past = new Date(Date.now() - 2 * 86_400_000)
  await db
    .insertInto('saved_addresses')
    .values({
      id: newId(),
      user_id: userId,
      network: 'ERC20',
      address,
      label: 'Mine',
      created_at: past,
      usable_at: past,
    })
    .execute()
  const input = { currency: 'USDT', chain: 'ERC20' }
  const { address: own } = (await ask(nodes[0], queryTransferIn, input, token)) as { address: string }
  return { userId, token, own, address, cardId: await newCard(db, userId), withdrawalId: null }
}

/** The answer, or null for a refusal. A node that is too busy is asked again, with the same key, as a phone does. */
async function ask(
  node: Node,
  call: Call,
  payload: object,
  token: string,
): Promise<Record<string, unknown> | null> {
  const headers = { 'x-access-token': token }
  const response = await node.http.inject({ method: 'POST', url: call.path, payload, headers })
  if (response.statusCode === 503) return await ask(node, call, payload, token)
  const envelope = response.json() as Envelope
  expect('status' in envelope, `${call.path}: ${response.body}`).toBe(false)
  return 'code' in envelope && envelope.code === 1 ? (envelope.data as Record<string, unknown>) : null
}

const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const cents = (most: number) => (Math.ceil(Math.random() * most * 100) / 100).toString()

/** Decides once and tells it twice, to two nodes at once: both give the same answer. */
async function decideTwice({ token }: Customer, call: Call, input: object) {
  const asked = { ...input, pin, requestId: randomUUID() }
  const [one, other] = await Promise.all(nodes.map(node => ask(node, call, asked, token)))
  if (one && other) expect(one).toEqual(other)
  return one ?? other ?? null
}

const deeds: ((customer: Customer) => Promise<unknown>)[] = [
  ({ own }) => chain.pay({ address: own, currency: 'USDT', amount: cents(400) }),
  ({ own }) => chain.pay({ address: own, currency: 'ETH', amount: '0.123456789012345678' }),
  customer => {
    const amount = cents(120)
    const receive = (Number(amount) - 1).toFixed(2).replace(/\.?0+$/, '')
    const input = { currency: 'USDT', chain: 'ERC20', address: customer.address, amount, receive }
    return decideTwice(customer, transferOut, input).then(sent => {
      customer.withdrawalId = (sent?.id as string | undefined) ?? customer.withdrawalId
    })
  },
  async ({ withdrawalId, token }) =>
    withdrawalId && (await ask(any(nodes), transferOutCancel, { id: withdrawalId }, token)),
  async customer => {
    const amount = any(['0.01', '0.05', '0.1'])
    const given = await ask(any(nodes), quote, { from: 'ETH', to: 'USDT', amount }, customer.token)
    if (!given) return
    const { quoteId } = given
    return await decideTwice(customer, convertToMasterBalance, { quoteId, amount, currency: 'ETH' })
  },
  customer =>
    decideTwice(customer, convertToCardBalance, {
      cardId: customer.cardId,
      amount: cents(60),
      currency: 'USDT',
    }),
  customer =>
    decideTwice(customer, convertToMasterBalance, {
      cardId: customer.cardId,
      amount: cents(40),
      currency: 'USD',
    }),
]

/** Blocks come and both nodes read and pay, all the while. */
async function live(isOver: () => boolean) {
  while (!isOver()) {
    await chain.mine()
    for (const schedule of [readChain, payWithdrawals])
      await Promise.all(nodes.map(({ world }) => schedule.run(world).catch(unlessInTheWay)))
  }
}

/** Whoever waits too long for the other node's lock comes again, as the runner of schedules does. */
function unlessInTheWay(error: unknown) {
  if (!isPassing(error)) throw error
}

async function credited(): Promise<number> {
  const deposits = nodes[0].world.db.selectFrom('deposits').select('id').where('status', '=', 'credited')
  return (await deposits.execute()).length
}

async function unfinished(): Promise<number> {
  const { db } = nodes[0].world
  const withdrawals = await db.selectFrom('withdrawals').select('id').where('ended_at', 'is', null).execute()
  const deposits = await db
    .selectFrom('deposits')
    .select('id')
    .where('status', 'in', ['seen', 'confirming'])
    .execute()
  return withdrawals.length + deposits.length
}

test('a hundred customers at random on two nodes leave books and chain in agreement', async () => {
  // Everybody has something to begin with.
  for (const { own } of customers) {
    await chain.pay({ address: own, currency: 'USDT', amount: '150.25' })
    await chain.pay({ address: own, currency: 'ETH', amount: '0.2' })
  }
  let isOver = false
  const world = live(() => isOver)
  await expect.poll(credited, { timeout: 60_000 }).toBe(2 * customerCount)
  // However long that took, the rate is a fresh one.
  await pollRates.run(nodes[0].world)
  const line = [...customers]
  const work = async () => {
    for (let customer = line.pop(); customer; customer = line.pop())
      for (let i = 0; i < deedsEach; i++) await any(deeds)(customer)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { db } = nodes[0].world
  await db
    .updateTable('withdrawals')
    .set({ send_at: new Date(Date.now() - 1000) })
    .where('status', '=', 'queued')
    .execute()
  await expect.poll(unfinished, { timeout: 90_000 }).toBe(0)
  isOver = true
  await world

  expect((await checkLedger(db)).disagreement).toBeNull()
  const report = await checkChain(db, nodes[0].world)
  expect(report.disagreement).toBeNull()
  const done = await db.selectFrom('withdrawals').select('id').where('status', '=', 'done').execute()
  expect(report.withdrawals).toBe(BigInt(done.length))
  expect(done.length).toBeGreaterThan(10)
  const converted = await db.selectFrom('quotes').select('id').where('used_at', 'is not', null).execute()
  expect(converted.length).toBeGreaterThan(10)
}, 300_000)
