import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../src/server/chain/chain.ts'
import { startTestChain } from '../fixtures/chain/anvil.ts'
import { chains } from '../fixtures/chain/chains.ts'
import type { ChainInHand } from '../fixtures/chain/memory-chain.ts'

describe.each(Object.entries(chains))('one transaction of the %s chain', (_name, start) => {
  let tested: ChainInHand
  let chain: Chain
  beforeAll(async () => {
    tested = await start()
    chain = tested.chain
  })
  afterAll(() => tested.close())

  test('tells all that one transaction paid, to whomever; nothing before it is in a block', async () => {
    const [first, second] = [chain.addressOf(11), chain.addressOf(12)]
    const split = { address: first, currency: 'USDT', amount: '5', kind: 'twice' } as const
    const txHash = await tested.pay({ ...split, secondAddress: second, secondAmount: '7' })
    const ether = await tested.pay({ address: second, currency: 'ETH', amount: '2' })
    expect(await chain.transfersBy(txHash)).toBeNull()
    await tested.mine()
    expect(await chain.transfersBy(txHash)).toMatchObject([
      { txHash, to: first, currency: 'USDT', amountRaw: 5_000_000n },
      { txHash, to: second, currency: 'USDT', amountRaw: 7_000_000n },
    ])
    expect(await chain.transfersBy(ether)).toMatchObject([
      { to: second, currency: 'ETH', amountRaw: 2n * 10n ** 18n, logIndex: -1 },
    ])
  })

  test('tells a transaction by its hash: unknown, waiting for a block, in one with all that it paid', async () => {
    const [address, nobody] = [chain.addressOf(13), `0x${'e'.repeat(64)}`]
    const txHash = await tested.pay({ address, currency: 'USDT', amount: '5' })
    const stray = await tested.pay({ address, currency: 'USDT', amount: '6', kind: 'wrong-token' })
    expect(await chain.transactionOf(nobody)).toBeNull()
    expect(await chain.transactionOf(txHash)).toEqual({
      block: null,
      isDone: false,
      transfers: [],
      strays: [],
    })
    await tested.mine()
    const height = await chain.head()
    const block = { height, hash: await chain.hashAt(height) }
    const paid = { to: address, currency: 'USDT', amountRaw: 5_000_000n }
    expect(await chain.transactionOf(txHash)).toMatchObject({ block, isDone: true, transfers: [paid] })
    expect(await chain.transactionOf(stray)).toMatchObject({
      block,
      transfers: [],
      strays: [{ to: address, amountRaw: 6_000_000n }],
    })
  })
})

test('tells nothing of a transaction that failed', async () => {
  const tested = await startTestChain()
  const failed = {
    address: tested.chain.addressOf(1),
    currency: 'USDT',
    amount: '5',
    kind: 'failed',
  } as const
  const txHash = await tested.pay(failed)
  await tested.mine()
  expect(await tested.chain.transfersBy(txHash)).toEqual([])
  expect(await tested.chain.transactionOf(txHash)).toMatchObject({ isDone: false, transfers: [] })
  await tested.close()
})
