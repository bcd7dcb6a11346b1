import { parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmTreasury } from '../../src/server/chain/treasuries/evm.ts'
import type { Payment, Prices, SignedPayment, Treasury } from '../../src/server/chain/treasury.ts'
import { startTestChain, type TestChain } from '../fixtures/chain/anvil.ts'

const key = '22'.repeat(32)
const own = privateKeyToAccount(`0x${key}`).address
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const gwei = 1_000_000_000n
const cheap: Prices = { maxFeePerGas: 60n * gwei, maxPriorityFeePerGas: 2n * gwei }
const dear: Prices = { maxFeePerGas: 90n * gwei, maxPriorityFeePerGas: 3n * gwei }
const ether = (amountMinor: bigint): Payment => ({ to: receiver, currency: 'ETH', amountMinor })
const usdt = (amountMinor: bigint): Payment => ({ to: receiver, currency: 'USDT', amountMinor })

describe('the hot wallet on an evm chain', () => {
  let tested: TestChain
  let treasury: Treasury
  beforeAll(async () => {
    tested = await startTestChain()
    treasury = evmTreasury({ ...tested.settings, key })
    await tested.pay({ address: own, currency: 'ETH', amount: '1' })
    await tested.pay({ address: own, currency: 'USDT', amount: '100' })
    await tested.mine()
  })
  afterAll(() => tested.close())

  const next = () => treasury.minedCount()
  async function signed(
    payment: Payment,
    { nonce, prices = cheap }: { nonce?: number; prices?: Prices } = {},
  ) {
    return await treasury.sign(payment, { nonce: nonce ?? (await next()), prices })
  }
  async function sent(payment: Payment): Promise<SignedPayment> {
    const made = await signed(payment)
    expect(await treasury.broadcast(made.raw)).toBe('taken')
    return made
  }
  const receiverHolds = async () =>
    BigInt(await tested.rpc<string>('eth_getBalance', receiver, 'latest')) - parseUnits('10000', 18)

  test('tells its network, address, coins and depth, and never its key', () => {
    expect(treasury).toMatchObject({ network: 'ERC20', address: own, confirmations: 3 })
    expect(treasury.coins).toEqual(['USDT', 'USDC', 'ETH'])
    expect(JSON.stringify(treasury)).not.toContain(key)
  })

  test.each([
    ['nothing', 0n],
    ['less than nothing', -1n],
  ])('does not sign a payment of %s', async (_what, amountMinor) => {
    await expect(signed(ether(amountMinor))).rejects.toThrow('positive')
    await expect(signed(usdt(amountMinor))).rejects.toThrow('positive')
  })

  test('does not sign for an address that is none, for a coin that is not here, or with prices that cannot be', async () => {
    await expect(signed({ ...ether(1n), to: '0x12' })).rejects.toThrow('invalid')
    await expect(signed({ ...usdt(1n), to: receiver.replace('C5', 'c5') })).rejects.toThrow('invalid')
    await expect(signed({ ...ether(1n), currency: 'TRX' })).rejects.toThrow('no TRX')
    const upsideDown = { maxFeePerGas: gwei, maxPriorityFeePerGas: 2n * gwei }
    await expect(signed(ether(1n), { prices: upsideDown })).rejects.toThrow('maxPriorityFeePerGas')
    await expect(treasury.balanceOf('TRX')).rejects.toThrow('no TRX')
  })

  test('signs the same bytes for the same payment, nonce and prices, without asking anybody', async () => {
    const offline = evmTreasury({ ...tested.settings, key, url: 'http://127.0.0.1:1' })
    const terms = { nonce: 7, prices: cheap }
    const first = await treasury.sign(usdt(5n), terms)
    expect(await offline.sign(usdt(5n), terms)).toEqual(first)
    const others = [
      await treasury.sign(usdt(6n), terms),
      await treasury.sign(usdt(5n), { ...terms, nonce: 8 }),
      await treasury.sign(usdt(5n), { ...terms, prices: dear }),
    ]
    expect(new Set([first, ...others].map(({ txHash }) => txHash)).size).toBe(4)
  })

  test('refuses what the network refuses: too cheap, or more than the wallet has', async () => {
    const tooCheap = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const { raw } = await signed(ether(1n), { prices: tooCheap })
    expect(await treasury.broadcast(raw)).toBe('refused')
    expect(await treasury.broadcast((await signed(ether(200_000_000n))).raw)).toBe('refused')
    expect(await treasury.broadcast('0x1234')).toBe('unknown')
    expect(await tested.rpc('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  test('broadcast twice is one payment, and its fate is told once it is in a block', async () => {
    const before = await receiverHolds()
    const { raw, txHash } = await sent(ether(50_000_000n))
    expect(await treasury.broadcast(raw)).toBe('taken')
    expect(await treasury.fateOf(txHash)).toBeNull()
    const balance = await treasury.feeBalance()
    await tested.mine()

    const fate = await treasury.fateOf(txHash)
    expect(fate).toMatchObject({ height: await treasury.head(), isSuccess: true })
    expect(fate?.blockHash).toBe(await tested.chain.hashAt(fate?.height ?? 0n))
    const paid = 50_000_000n * 10n ** 10n
    expect((await receiverHolds()) - before).toBe(paid)
    expect(balance - (await treasury.feeBalance())).toBe(paid + (fate?.feeRaw ?? 0n))
    expect(fate?.feeRaw).toBeLessThanOrEqual(treasury.costOf(ether(1n), cheap))

    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    expect((await receiverHolds()) - before).toBe(paid)
  })

  test('pays a token to the last unit', async () => {
    const before = await tested.chain.head()
    const { txHash } = await sent(usdt(12_345_678n))
    await tested.mine()
    expect(await treasury.fateOf(txHash)).toMatchObject({ height: before + 1n, isSuccess: true })
    const block = await tested.chain.block(before + 1n, async asked => new Set(asked))
    expect(block?.transfers).toMatchObject([
      { txHash, to: receiver, currency: 'USDT', amountRaw: 12_345_678n },
    ])
    expect(await treasury.balanceOf('USDT')).toBe(87_654_322n)
  })

  test('tells that a payment of more tokens than there are has failed, which costs its fee only', async () => {
    const { txHash } = await sent(usdt(1_000_000_000n))
    await tested.mine()
    const fate = await treasury.fateOf(txHash)
    expect(fate?.isSuccess).toBe(false)
    expect(fate?.feeRaw).toBeGreaterThan(0n)
    expect(await treasury.balanceOf('USDT')).toBe(87_654_322n)
  })

  test('refuses a payment whose nonce another one has used', async () => {
    const nonce = await next()
    const used = await signed(ether(1n), { nonce })
    const late = await signed(ether(2n), { nonce })
    await treasury.broadcast(used.raw)
    await tested.mine()
    expect(await treasury.broadcast(late.raw)).toBe('refused')
    expect(await treasury.fateOf(late.txHash)).toBeNull()
    expect((await treasury.fateOf(used.txHash))?.isSuccess).toBe(true)
  })

  test('a payment takes the place of a waiting one at higher prices only', async () => {
    const nonce = await next()
    const [first, same, raised] = [
      await signed(ether(1n), { nonce }),
      await signed(ether(2n), { nonce }),
      await signed(ether(3n), { nonce, prices: dear }),
    ]
    const before = await receiverHolds()
    expect(await treasury.broadcast(first.raw)).toBe('taken')
    expect(await treasury.broadcast(same.raw)).toBe('refused')
    expect(await treasury.broadcast(raised.raw)).toBe('taken')
    await tested.mine()
    expect(await treasury.fateOf(first.txHash)).toBeNull()
    expect((await treasury.fateOf(raised.txHash))?.isSuccess).toBe(true)
    expect((await receiverHolds()) - before).toBe(3n * 10n ** 10n)
    expect(await next()).toBe(nonce + 1)
  })

  test('nothing sent to itself uses up a nonce', async () => {
    const nonce = await next()
    await sent({ to: own, currency: 'ETH', amountMinor: 0n })
    await tested.mine()
    expect(await next()).toBe(nonce + 1)
  })

  test('counts its transactions at a depth', async () => {
    await tested.mine(3)
    const count = await next()
    expect(await treasury.minedCount(3)).toBe(count)
    await sent(ether(1n))
    expect([await next(), await treasury.waitingCount()]).toEqual([count, count + 1])
    await tested.mine()
    expect(await treasury.waitingCount()).toBe(count + 1)
    expect([await next(), await treasury.minedCount(1), await treasury.minedCount(2)]).toEqual([
      count + 1,
      count + 1,
      count,
    ])
    await tested.mine()
    expect([await treasury.minedCount(2), await treasury.minedCount(3)]).toEqual([count + 1, count])
    expect(await treasury.minedCount(10_000)).toBe(0)
  })

  test('a payment that a reorganisation lost is in no block again', async () => {
    const { txHash, raw } = await sent(ether(1n))
    await tested.mine()
    const count = await next()
    await tested.reorg(1, 'drop')
    expect(await treasury.fateOf(txHash)).toBeNull()
    expect(await next()).toBe(count - 1)
    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    expect(await treasury.fateOf(txHash)).not.toBeNull()
  })

  test('shows what has used a nonce, and in which block, however long ago', async () => {
    const nonce = BigInt(await next())
    expect(await treasury.useOf(nonce, ether(1n))).toBeNull()
    const first = await sent(ether(1n))
    expect(await treasury.useOf(nonce, ether(1n))).toBeNull()
    await tested.mine()
    const found = { txHash: first.txHash, height: await treasury.head(), carries: ether(1n) }
    expect(await treasury.useOf(nonce, ether(1n))).toMatchObject(found)
    const second = await sent(ether(2n))
    await tested.mine(21)
    const use = await treasury.useOf(nonce, ether(1n))
    expect(use).toMatchObject(found)
    expect(use?.blockHash).toBe(await tested.chain.hashAt(found.height))
    expect(await treasury.useOf(nonce + 1n, ether(1n))).toMatchObject({
      txHash: second.txHash,
      height: found.height + 1n,
      carries: null,
    })
    expect((await treasury.useOf(0n, ether(1n)))?.height).toBeLessThan(found.height)
  })

  test('knows a payment of a token in what has used a nonce', async () => {
    const nonce = BigInt(await next())
    await sent(usdt(7n))
    await tested.mine()
    const found = async (...payments: Payment[]) => (await treasury.useOf(nonce, ...payments))?.carries
    const others = [usdt(8n), ether(7n), { ...usdt(7n), to: own }]
    expect(await found(...others, usdt(7n))).toEqual(usdt(7n))
    for (const other of others) expect(await found(other)).toBeNull()
    expect(await found()).toBeNull()
  })

  test('rounds what it holds down to the digits of the books', async () => {
    const minor = 10n ** 10n
    await tested.rpc('anvil_setBalance', own, `0x${(7n * minor + minor - 1n).toString(16)}`)
    expect(await treasury.balanceOf('ETH')).toBe(7n)
    expect(await treasury.feeBalance()).toBe(8n * minor - 1n)
    expect(await treasury.balanceOf('USDC')).toBe(0n)
    await tested.rpc('anvil_setBalance', own, '0xde0b6b3a7640000')
  })

  test('pays at the prices it is told', async () => {
    const prices = await treasury.prices()
    expect(prices.maxFeePerGas).toBeGreaterThan(prices.maxPriorityFeePerGas)
    const { raw, txHash } = await signed(usdt(1n), { prices })
    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    const fate = await treasury.fateOf(txHash)
    expect(fate?.isSuccess).toBe(true)
    expect(fate?.feeRaw).toBeLessThanOrEqual(treasury.costOf(usdt(1n), prices))
    expect(treasury.costOf(usdt(1n), prices)).toBe(100_000n * prices.maxFeePerGas)
  })
})
