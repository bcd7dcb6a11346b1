import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Call, Envelope } from '../../../src/contract/call.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { comparePin, hashPin, setPin } from '../../../src/server/account/pin.ts'
import { openSession } from '../../../src/server/account/session.ts'
import { evmTreasury } from '../../../src/server/chain/treasuries/evm.ts'
import { newId } from '../../../src/server/id.ts'
import { pollRates } from '../../../src/server/jobs/poll-rates.ts'
import type { World } from '../../../src/server/world.ts'
import { startTestChain, type TestChain } from '../../fixtures/chain/anvil.ts'
import { openPatiently, testDatabase } from '../../fixtures/postgres.ts'
import { newCard, newUser } from '../../fixtures/wallet/deposit-world.ts'
import { someAddress } from '../../fixtures/wallet/withdrawer.ts'
import { worldOn } from '../../fixtures/world.ts'

// Two nodes of the server on one database and a real chain, with customers who have a wallet, a card and an address of
// each, and one that they may withdraw to.

export const pin = '246801'
const key = '22'.repeat(32)

export interface Node {
  world: World
  http: FastifyInstance
}

export interface Customer {
  userId: string
  token: string
  cardId: string
  /** Deposit addresses of the wallet and of the card. */
  own: string
  atCard: string
  /** Where they withdraw to. */
  address: string
  withdrawalId: string | null
}

export interface Town {
  nodes: [Node, Node]
  /** One thing at a time: a transaction that is sent while blocks are lost would take the place of a lost one. */
  chain: Pick<TestChain, 'pay' | 'mine' | 'reorg'>
  newCustomer(): Promise<Customer>
  close(): Promise<void>
}

/** What a call answers: `data` of a yes, `key` of a refusal. */
export type Answer = { key?: string; data?: Record<string, unknown> | null }

export async function startTown(): Promise<Town> {
  const [database, chain] = await Promise.all([testDatabase(), startTestChain()])
  const treasury = evmTreasury({ ...chain.settings, key })
  const rates = {
    read: async () => ({ at: new Date(), rates: [{ base: 'ETH', quote: 'USDT', rate: '3000.5' }] }),
  }
  const node = () => worldOn(openPatiently({ url: database.url }), { chain: chain.chain, treasury, rates })
  const nodes: [Node, Node] = [await node(), await node()]
  await pollRates.run(nodes[0].world)
  await chain.pay({ address: treasury.address, currency: 'ETH', amount: '50' })
  await chain.pay({ address: treasury.address, currency: 'USDT', amount: '400000' })
  await chain.mine()
  const inTurn = turns()
  return {
    nodes,
    chain: {
      pay: deposit => inTurn(() => chain.pay(deposit)),
      mine: blocks => inTurn(() => chain.mine(blocks)),
      // All that is sent is in a block when blocks are lost.
      reorg: (depth, transactions) =>
        inTurn(async () => {
          await chain.mine()
          await chain.reorg(depth, transactions)
        }),
    },
    newCustomer: () => newCustomer(nodes),
    async close() {
      for (const { world, http } of nodes) {
        await http.close()
        await world.db.destroy()
      }
      await chain.close()
      await database.close()
    },
  }
}

function turns() {
  let line: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.then(work)
    line = done.catch(() => {})
    return done
  }
}

async function newCustomer(nodes: [Node, Node]): Promise<Customer> {
  const [{ world }] = nodes
  const { db } = world
  const userId = await newUser(db)
  await setPin(db, { userId, pinHash: await hashPin(world, { userId, pin }) })
  // From now on both know it, so that decisions meet each other and not at the hash.
  for (const { world } of nodes) await comparePin(world, { userId, sessionId: null, pin })
  const { token } = await openSession(world, db, { userId, device: 'mix', ip: '127.0.0.1' })
  const cardId = await newCard(db, userId)
  const addressOf = async (more: object) => {
    const input = { currency: 'USDT', chain: 'ERC20', ...more }
    return (await ask(nodes[0], queryTransferIn, input, token)).data?.address as string
  }
  const [own, atCard] = [await addressOf({}), await addressOf({ cardId })]
  const address = await savedAddress(world, userId)
  return { userId, token, cardId, own, atCard, address, withdrawalId: null }
}

/** One that was saved two days ago. */
async function savedAddress({ db }: World, userId: string): Promise<string> {
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
  return address
}

/** The answer. A node that is too busy is asked again, with the same key, as a phone does. */
export async function ask(node: Node, call: Call, payload: object, token: string): Promise<Answer> {
  const headers = { 'x-access-token': token }
  const response = await node.http.inject({ method: 'POST', url: call.path, payload, headers })
  if (response.statusCode === 503) return await ask(node, call, payload, token)
  const envelope = response.json() as Envelope & Answer
  expect('status' in envelope, `${call.path}: ${response.body}`).toBe(false)
  if (envelope.key === 'request_in_progress') return await ask(node, call, payload, token)
  return envelope
}
