import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, transaction } from '../../src/server/database/database.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import {
  balanceOf,
  capture,
  hold,
  houseAccount,
  Overdrawn,
  post,
  release,
} from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey, postGathered } from '../fixtures/ledger/world.ts'
import { openPatiently, type TestDatabase, testDatabase, waitersOn } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let nodes: [Db, Db]
let fees: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  nodes = [openPatiently({ url: database.url, max: 20 }), openPatiently({ url: database.url, max: 20 })]
  fees = await houseAccount(db, { code: 'fees', currency: 'USDT' })
})
afterAll(async () => {
  await expectBooksAgree(db)
  await Promise.all(nodes.map(node => node.destroy()))
  await database.close()
})

/** Runs all at once, half on each node; fulfilled values, and every rejection must be an overdraft. */
async function storm<T>(count: number, work: (node: Db, index: number) => Promise<T>): Promise<T[]> {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => work(nodes[index % 2] as Db, index)),
  )
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Overdrawn)
  return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
}

describe('64 spenders of one wallet', () => {
  test.each([
    ['one by one', (node: Db) => (transfer: Parameters<typeof post>[1]) => post(node, transfer)],
    [
      'in transactions',
      (node: Db) => (transfer: Parameters<typeof post>[1]) => transaction(node, db => post(db, transfer)),
    ],
  ])('%s: exactly as many as the balance allows', async (_how, on) => {
    const wallet = await funded(db, 1_000n)
    const done = await storm(64, node =>
      on(node)({ idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 30n) }),
    )
    expect(done).toHaveLength(33)
    expect(await balanceOf(db, wallet)).toMatchObject({ balanceMinor: 10n })
  })

  test('in batches of two nodes: exactly as many as the balance allows', async () => {
    const wallet = await funded(db, 1_000n)
    const done = await storm(64, node =>
      postGathered(node, { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 30n) }),
    )
    expect(done).toHaveLength(33)
    expect(await balanceOf(db, wallet)).toMatchObject({ balanceMinor: 10n })
  })

  test('by holds and transfers mixed: never more than there is', async () => {
    const card = await funded(db, 1_000n, { kind: 'card' })
    const holds = await storm(64, async (node, index) => {
      const key = { idempotencyKey: newKey(), reason: 'authorization' }
      if (index % 4 === 0)
        return await post(node, { ...key, entries: move(card, fees, 30n) }).then(() => null)
      return (await hold(node, { ...key, accountId: card, amountMinor: 30n })).holdId
    })
    expect(holds).toHaveLength(33)
    await storm(64, async (node, index) => {
      const holdId = holds[index % 33]
      if (!holdId) return
      const entries = move(card, fees, 30n)
      if (index % 2) await release(node, { holdId })
      else
        await capture(node, { holdId, idempotencyKey: `c:${holdId}`, reason: 'clearing', entries }).catch(
          closed,
        )
    })
    expect(await balanceOf(db, card)).toMatchObject({ heldMinor: 0n })
  })
})

const closed = (error: Error) => expect(error.name).toBe('HoldClosed')

describe('one key from 20 at once', () => {
  test.each([
    ['a customer', () => funded(db, 1_000n)],
    ['nobody that is locked', () => houseAccount(db, { code: 'chain', currency: 'USDT' })],
  ])('posts once when it concerns %s', async (_whom, open) => {
    const [from, before] = [await open(), (await balanceOf(db, fees)).balanceMinor]
    const transfer = { idempotencyKey: newKey(), reason: 'fee', entries: move(from, fees, 30n) }
    const done = await storm(20, node => post(node, transfer))
    expect(new Set(done.map(({ transferId }) => transferId)).size).toBe(1)
    expect(done.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect((await balanceOf(db, fees)).balanceMinor).toBe(before + 30n)
  })

  test('with other content posts one of them and refuses the rest', async () => {
    const wallets = await Promise.all(Array.from({ length: 20 }, () => funded(db, 100n)))
    const idempotencyKey = newKey()
    const results = await Promise.allSettled(
      wallets.map((wallet, index) =>
        post(nodes[index % 2] as Db, { idempotencyKey, reason: 'fee', entries: move(wallet, fees, 30n) }),
      ),
    )
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason.name] : []))
    expect(refused).toEqual(Array(19).fill('KeyReused'))
  })

  test('on another card, while the first is about to be committed, is refused once it is', async () => {
    const [one, other] = [await funded(db, 100n, { kind: 'card' }), await funded(db, 100n, { kind: 'card' })]
    const request = { amountMinor: 30n, idempotencyKey: newKey(), reason: 'authorization' }
    const { second } = await transaction(nodes[0], async db => {
      await hold(db, { ...request, accountId: one })
      const second = hold(nodes[1], { ...request, accountId: other }).catch((error: Error) => error.name)
      await expect.poll(() => waitersOn(nodes[1])).toBe(1)
      return { second }
    })
    expect(await second).toBe('KeyReused')
    expect(await balanceOf(db, one)).toMatchObject({ heldMinor: 30n })
    expect(await balanceOf(db, other)).toMatchObject({ heldMinor: 0n })
  })

  test('captures once', async () => {
    const card = await funded(db, 100n, { kind: 'card' })
    const request = { accountId: card, amountMinor: 50n, idempotencyKey: newKey(), reason: 'authorization' }
    const { holdId } = await hold(db, request)
    const clearing = { holdId, idempotencyKey: newKey(), reason: 'clearing', entries: move(card, fees, 40n) }
    const done = await storm(20, node => capture(node, clearing))
    expect(new Set(done.map(({ transferId }) => transferId)).size).toBe(1)
    expect(await balanceOf(db, card)).toEqual({ balanceMinor: 60n, heldMinor: 0n, availableMinor: 60n })
  })
})

test('whoever looks while many write sees books that agree', async () => {
  const wallets = await Promise.all(Array.from({ length: 8 }, () => funded(db, 1_000n)))
  const cards = await Promise.all(Array.from({ length: 4 }, () => funded(db, 1_000n, { kind: 'card' })))
  const write = async (node: Db, index: number) => {
    const [from, to] = [wallets[index % 8] as string, wallets[(index * 3 + 1) % 8] as string]
    const key = { idempotencyKey: newKey(), reason: 'move' }
    if (index % 3 === 0 && from !== to) return await post(node, { ...key, entries: move(from, to, 7n) })
    if (index % 3 === 1) return await postGathered(node, { ...key, entries: move(from, fees, 1n) })
    const card = cards[index % 4] as string
    const { holdId } = await hold(node, { ...key, accountId: card, amountMinor: 5n })
    const clearing = { holdId, idempotencyKey: newKey(), reason: 'clearing', entries: move(card, fees, 3n) }
    return index % 2 ? await capture(node, clearing) : await release(node, { holdId })
  }
  const theirs = [...wallets, ...cards]
  const total = await sumOf(theirs)
  let isWriting = true
  const seen: bigint[] = []
  const look = async () => {
    while (isWriting) {
      const { transfers, disagreement } = await checkLedger(db)
      expect(disagreement).toBeNull()
      expect(await sumOf(theirs)).toBe(total)
      seen.push(transfers)
    }
  }
  const looking = look()
  looking.catch(() => {})
  for (let round = 0; round < 50 && new Set(seen).size < 4; round++) await storm(100, write)
  isWriting = false
  await looking
  // Somebody has looked in the middle.
  expect(new Set(seen).size).toBeGreaterThan(1)
})

/** What these accounts and our fees have together, in one snapshot: by their balances, and by the fees' entries. */
async function sumOf(accountIds: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select (
    (select sum(balance_minor) from accounts where id = any (${accountIds}::uuid[]))
    + (select coalesce(sum(amount_minor), 0) from entries where account_id = ${fees})
  )::bigint as sum`.execute(db)
  return rows[0]?.sum ?? 0n
}

test('money sent in circles by many at once is neither made nor lost, and nobody deadlocks', async () => {
  const wallets = await Promise.all(Array.from({ length: 8 }, () => funded(db, 100n)))
  const at = (index: number) => wallets[index % 8] as string
  await storm(200, (node, index) => {
    const entries = move(at(index), at(index * 3 + 1), 7n)
    if (entries[0]?.accountId === entries[1]?.accountId) return Promise.resolve(null)
    return post(node, { idempotencyKey: newKey(), reason: 'move', entries })
  })
  const balances = await Promise.all(wallets.map(wallet => balanceOf(db, wallet)))
  expect(balances.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n)).toBe(800n)
})
