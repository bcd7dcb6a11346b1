import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frozenAmong } from '../../../src/server/account/freezes.ts'
import { depositBooks } from '../../../src/server/across/deposit-books.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import { minimumByCoin } from '../../../src/server/chain/coins.ts'
import { cursorOf } from '../../../src/server/chain/cursor.ts'
import { depositAddress } from '../../../src/server/chain/deposits/addresses.ts'
import { writeOff } from '../../../src/server/chain/deposits/losses.ts'
import { type Reading, readOn } from '../../../src/server/chain/deposits/reader.ts'
import { goOn } from '../../../src/server/chain/deposits/resuming.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type MemoryChain, memoryChain } from '../../fixtures/chain/memory-chain.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'

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
const customers = 3
type Act = (history: { node: MemoryChain; reading: Reading; addresses: string[] }) => Promise<unknown>

const who = fc.nat(customers - 1)
const acts = fc.oneof(
  fc
    .record({
      who,
      amount: fc.constantFrom('0.3', '0.9', '1', '2.5', '40.000001'),
      kind: fc.constantFrom('transfer', 'twice', 'wrong-token', 'failed'),
    })
    .map(({ who, amount, kind }): Act => {
      return async ({ node, addresses }) =>
        node.pay({
          address: addresses[who] as string,
          currency: 'USDT',
          amount,
          kind: kind as 'transfer',
          secondAddress: addresses[(who + 1) % customers],
        })
    }),
  fc.integer({ min: 1, max: 4 }).map(
    (blocks): Act =>
      ({ node }) =>
        node.mine(blocks),
  ),
  fc
    .record({
      depth: fc.integer({ min: 1, max: confirmations + 2 }),
      back: fc.constantFrom('return', 'drop'),
    })
    .map(
      ({ depth, back }): Act =>
        async ({ node }) => {
          if (Number(await node.chain.head()) > depth) await node.reorg(depth, back as 'return')
        },
    ),
  fc.integer({ min: 1, max: 40 }).map(
    (n): Act =>
      async ({ reading }) => {
        await readAll({ ...reading, db: dyingAt(db, n).db }).catch(error =>
          expect(String(error)).toMatch('killed'),
        )
      },
  ),
  fc.constant<Act>(({ reading }) => Promise.all([readAll(reading), readOn(reading), readOn(reading)])),
  fc.constant<Act>(({ reading }) => resume(reading)),
)

async function readAll(reading: Reading) {
  for (let steps = 0; steps < 100; steps++) {
    const step = await readOn(reading)
    if (step !== 'advanced' && step !== 'went_back') return step
  }
  throw new Error('the reader does not come to rest')
}

/** What operators do when crediting stands still. */
async function resume({ chain: { network } }: Reading) {
  if ((await cursorOf(db, network))?.stopped) await goOn(db, network)
}

let networks = 0

describe('any history of blocks, lost blocks, crashes and readers at once', () => {
  test('ends with every transfer on the chain credited once, or waiting for the minimum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 30 }), async history => {
        const network = `M${++networks}`
        const node = memoryChain({ network, confirmations })
        const reading = { db, chain: node.chain, books: depositBooks(node.chain), isSandbox: false }
        const addresses: string[] = []
        for (let i = 0; i < customers; i++) {
          const owner = { userId: await newUser(db), cardId: null }
          addresses.push(await depositAddress(db, { chain: node.chain, owner }))
        }
        for (const act of history) await act({ node, reading, addresses })
        await node.mine(confirmations)
        while ((await readAll(reading)) === 'stopped') await resume(reading)
        await agree(node)
      }),
      { numRuns: 40 },
    )
  })
})

/** Nothing is missing, nothing is double, and what was credited and then lost has its alarm. */
async function agree(node: MemoryChain) {
  const rows = await db.selectFrom('deposits').selectAll().where('network', '=', node.chain.network).execute()
  const stands = rows.filter(({ status, lost_at }) => status !== 'orphaned' && lost_at === null)
  const nameOf = (txHash: string, logIndex: number, amount: bigint) => `${txHash} ${logIndex} ${amount}`
  expect(stands.map(row => nameOf(row.tx_hash, row.log_index, row.amount_minor)).sort()).toEqual(
    node
      .transfers()
      .map(({ txHash, logIndex, amountRaw }) => nameOf(txHash, logIndex, amountRaw))
      .sort(),
  )
  const waiting = new Map<string, bigint>()
  for (const { status, address, amount_minor } of stands) {
    expect(['credited', 'below_min']).toContain(status)
    if (status === 'below_min') waiting.set(address, (waiting.get(address) ?? 0n) + amount_minor)
  }
  for (const sum of waiting.values()) expect(sum).toBeLessThan(minimumByCoin.USDT)

  const lost = rows.filter(({ lost_at }) => lost_at !== null).map(({ id }) => id)
  const alarms = await db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'deposit_lost')
    .where('settled_at', 'is', null)
    .execute()
  expect(alarms.map(({ subject }) => subject)).toEqual(expect.arrayContaining(lost))
  const booked = await db
    .selectFrom('transfers')
    .select('id')
    .where('idempotency_key', 'like', `deposit:${node.chain.network}:%`)
    .execute()
  const credited = rows.flatMap(({ transfer_id }) => transfer_id ?? [])
  expect(booked.map(({ id }) => id).sort()).toEqual(credited.sort())

  // The money of a customer whose credited deposit the chain has lost stands still, and nobody else's.
  const standing = await frozenAmong(
    db,
    rows.map(({ user_id }) => user_id),
  )
  expect([...standing.keys()].sort()).toEqual(
    [...new Set(rows.flatMap(({ lost_at, user_id }) => (lost_at ? [user_id] : [])))].sort(),
  )

  // Whatever was lost after its credit is our loss; then books and chain agree to the last unit.
  for (const id of lost) await writeOff(db, id)
  const ports = { chain: node.chain, treasury: { minedCount: async () => 0, fateOf: async () => null } }
  expect((await checkChain(db, ports)).disagreement).toBeNull()
}
