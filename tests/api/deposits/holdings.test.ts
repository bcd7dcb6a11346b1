import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdingsOf, noteHoldings } from '../../../src/server/chain/holdings.ts'
import { type DepositWorld, startDepositWorld } from '../../fixtures/wallet/deposit-world.ts'

let world: DepositWorld
const dayMs = 24 * 3_600_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const yesterday = dayBefore(1)
const hot = '0x00000000000000000000000000000000000a11ce'

beforeAll(async () => {
  world = await startDepositWorld()
})
afterAll(() => world.close())

const note = (day = yesterday, chain = world.chain) =>
  noteHoldings(world.db, { day, chain, treasury: { network: chain.network, address: hot } })
const noted = async () =>
  Object.fromEntries((await holdingsOf(world.db, [yesterday])).map(one => [one.currency, one.heldMinor]))

test('what is held is not known while the node is silent, behind, or has another block', async () => {
  expect(await note()).toBe(false)
  const { address } = await world.customer()
  await world.pay({ address, currency: 'USDT', amount: '3.5' })
  await world.pay({ address: hot, currency: 'USDT', amount: '40' })
  await world.pay({ address: hot, currency: 'ETH', amount: '0.25' })
  await world.pass(4)
  const silent = { ...world.chain, balanceAt: () => Promise.reject(new Error('the node did not answer')) }
  await expect(note(yesterday, silent)).rejects.toThrow('did not answer')
  expect(await note(yesterday, { ...world.chain, head: async () => 10n ** 9n })).toBe(false)
  expect(await note(yesterday, { ...world.chain, hashAt: async () => '0x0' })).toBe(false)
  expect(await noted()).toEqual({})
})

test('is the hot wallet with every deposit address that has something, at the block that was read last', async () => {
  expect(await note()).toBe(true)
  expect(await noted()).toEqual({ USDT: 43_500_000n, USDC: 0n, ETH: 25_000_000n })
  const [usdt] = (await holdingsOf(world.db, [yesterday])).filter(({ currency }) => currency === 'USDT')
  expect(usdt).toMatchObject({ addresses: 2, height: await world.chain.head() })
  expect(usdt?.blockHash).toBe(await world.chain.hashAt(usdt?.height ?? 0n))
})

test('is noted once, and stays', async () => {
  await world.pay({ address: hot, currency: 'USDT', amount: '1' })
  await world.pass(1)
  expect(await note()).toBe(true)
  expect(await noted()).toMatchObject({ USDT: 43_500_000n })
  for (const change of [
    sql`update chain_holdings set held_minor = 0`,
    sql`delete from chain_holdings`,
    sql`truncate chain_holdings`,
  ])
    await expect(change.execute(world.db)).rejects.toMatchObject({ code: 'GL001' })
})

test('is not made up for another day than the last one that is over', async () => {
  for (const days of [0, 2]) await expect(note(dayBefore(days))).rejects.toMatchObject({ code: '23514' })
})
