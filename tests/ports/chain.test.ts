import type { RequestListener } from 'node:http'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositXpub } from '../../src/sandbox/chain/wallet.ts'
import type { Chain, ChainTransfer } from '../../src/server/chain/chain.ts'
import { type EvmSettings, evmChain } from '../../src/server/chain/chains/evm.ts'
import { testMnemonic } from '../fixtures/chain/anvil.ts'
import { chains } from '../fixtures/chain/chains.ts'
import { nodeThat, telling } from '../fixtures/chain/fake-node.ts'
import type { ChainInHand } from '../fixtures/chain/memory-chain.ts'

describe.each(Object.entries(chains))('the %s chain', (_name, start) => {
  let tested: ChainInHand
  let chain: Chain
  beforeAll(async () => {
    tested = await start()
    chain = tested.chain
  })
  afterAll(() => tested.close())

  const nobody = async () => new Set<string>()
  const only =
    (...addresses: string[]) =>
    async (asked: string[]) =>
      new Set(asked.filter(address => addresses.includes(address)))

  /** Mines one block and gives its transfers to the address. */
  async function transfersTo(...addresses: string[]): Promise<ChainTransfer[]> {
    await tested.mine()
    const block = await chain.block(await chain.head(), only(...addresses))
    return block?.transfers ?? []
  }

  test('derives the same addresses every time, all different', () => {
    const addresses = Array.from({ length: 20 }, (_, i) => chain.addressOf(i))
    expect(new Set(addresses).size).toBe(20)
    expect(Array.from({ length: 20 }, (_, i) => chain.addressOf(i))).toEqual(addresses)
  })

  test('blocks stand on each other, and beyond the head there is none', async () => {
    await tested.mine(3)
    const head = await chain.head()
    for (let height = 1n; height <= head; height++) {
      const block = await chain.block(height, nobody)
      expect(block?.height).toBe(height)
      expect(block?.parentHash).toBe(await chain.hashAt(height - 1n))
      expect(block?.hash).toBe(await chain.hashAt(height))
      expect(block).toMatchObject({ transfers: [], strays: [] })
    }
    expect(await chain.block(head + 1n, nobody)).toBeNull()
    expect(await chain.hashAt(head + 1n)).toBeNull()
  })

  test("tells every coin it carries, in the chain's own digits", async () => {
    const to = chain.addressOf(1)
    for (const { currency, decimals } of chain.coins) {
      const txHash = await tested.pay({ address: to, currency: currency as 'USDT', amount: '12.345678' })
      const amountRaw = 12_345_678n * 10n ** BigInt(decimals - 6)
      expect(await transfersTo(to)).toEqual([
        { txHash, logIndex: expect.any(Number), to, currency, decimals, amountRaw },
      ])
    }
  })

  test('tells nothing of transfers to others', async () => {
    await tested.pay({ address: chain.addressOf(2), currency: 'USDT', amount: '1' })
    await tested.pay({ address: chain.addressOf(2), currency: 'ETH', amount: '1' })
    expect(await transfersTo(chain.addressOf(3))).toEqual([])
  })

  test('tells nothing of another token with the same name, of failed transfers and of transfers of nothing', async () => {
    const address = chain.addressOf(4)
    await tested.pay({ address, currency: 'USDT', amount: '5', kind: 'wrong-token' })
    await tested.pay({ address, currency: 'USDT', amount: '5', kind: 'failed' })
    await tested.pay({ address, currency: 'USDT', amount: '0' })
    await tested.pay({ address, currency: 'ETH', amount: '0' })
    expect(await transfersTo(address)).toEqual([])
  })

  test('tells a token that it does not carry as a stray of its contract, to us only', async () => {
    const address = chain.addressOf(8)
    const wrong = { currency: 'USDT', amount: '5', kind: 'wrong-token' } as const
    await tested.pay({ ...wrong, address: chain.addressOf(9) })
    const txHash = await tested.pay({ ...wrong, address })
    await tested.mine()
    const block = await chain.block(await chain.head(), only(address))
    expect(block?.transfers).toEqual([])
    expect(block?.strays).toEqual([
      { txHash, logIndex: expect.any(Number), to: address, token: expect.any(String), amountRaw: 5_000_000n },
    ])
  })

  test('knows what an address held at any height, every coin by itself', async () => {
    const address = chain.addressOf(10)
    const held = async (height: bigint) =>
      await Promise.all(
        chain.coins.map(({ currency }) => chain.balanceAt({ address, currency: currency as 'USDT', height })),
      )
    const before = await chain.head()
    for (const { currency } of chain.coins)
      await tested.pay({ address, currency: currency as 'USDT', amount: '12.345678' })
    await tested.pay({ address, currency: 'USDT', amount: '5', kind: 'wrong-token' })
    await tested.mine()
    expect(await held(before)).toEqual(chain.coins.map(() => 0n))
    const raws = chain.coins.map(({ decimals }) => 12_345_678n * 10n ** BigInt(decimals - 6))
    expect(await held(await chain.head())).toEqual(raws)
  })

  test('tells two transfers of one transaction apart, by a place that a reorganisation does not move', async () => {
    const [first, second] = [chain.addressOf(5), chain.addressOf(6)]
    await tested.pay({ address: chain.addressOf(7), currency: 'USDT', amount: '1' })
    const split = { address: first, currency: 'USDT', amount: '5', kind: 'twice' } as const
    const txHash = await tested.pay({ ...split, secondAddress: second, secondAmount: '7' })
    const before = await transfersTo(first, second)
    expect(before).toMatchObject([
      { txHash, to: first, amountRaw: 5_000_000n },
      { txHash, to: second, amountRaw: 7_000_000n },
    ])
    expect(before[0]?.logIndex).not.toBe(before[1]?.logIndex)

    await tested.reorg(1)
    await tested.mine()
    const after = await chain.block(await chain.head(), only(first, second))
    expect(after?.transfers).toEqual(before)
  })

  test('a reorganisation shows in the hashes', async () => {
    await tested.mine(4)
    const head = await chain.head()
    const [kept, lost] = [await chain.hashAt(head - 2n), await chain.hashAt(head - 1n)]
    await tested.reorg(2)
    expect(await chain.hashAt(head - 2n)).toBe(kept)
    expect(await chain.hashAt(head - 1n)).not.toBe(lost)
  })
})

describe('the evm chain', () => {
  const settings = {
    chainId: 31337,
    xpub: depositXpub(testMnemonic),
    tokens: { USDT: { address: `0x${'1'.repeat(40)}`, decimals: 6 } },
    confirmations: 3,
    blockSeconds: 1,
    startBlock: 0n,
    timeoutMs: 10_000,
  }
  const chainAt = async (answer: RequestListener, terms: Partial<EvmSettings> = {}) =>
    evmChain({ ...settings, ...terms, url: await nodeThat(answer) })

  const answering = (results: Record<string, unknown>) =>
    telling(Object.fromEntries(Object.entries(results).map(([method, result]) => [method, { result }])))

  test('derives the addresses that wallets derive', () => {
    const chain = evmChain({ ...settings, url: 'http://127.0.0.1:1' })
    expect(chain.addressOf(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(chain.addressOf(1)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(chain.addressOf(2)).toBe(getAddress(chain.addressOf(2)))
    expect(chain.paymentUri({ address: chain.addressOf(0), currency: 'USDT' })).toBe(chain.addressOf(0))
  })

  test('refuses a private key', () => {
    const secret =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
    expect(() => evmChain({ ...settings, xpub: secret, url: 'http://127.0.0.1:1' })).toThrow(/public/)
  })

  test('rejects when the node is silent, and does not tell its address', async () => {
    const chain = await chainAt(() => {}, { timeoutMs: 200 })
    const error = await chain.head().catch((error: Error) => error)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain('secret-key')
  })

  test('rejects a node of another chain', async () => {
    const chain = await chainAt(answering({ eth_chainId: '0x1', eth_blockNumber: '0x10' }))
    await expect(chain.head()).rejects.toThrow('the node serves chain 1, not 31337')
  })

  test.each([
    ['no number', { eth_blockNumber: 'soon' }],
    ['nothing', {}],
    ['a number too large', { eth_blockNumber: `0x${'f'.repeat(65)}` }],
  ])('rejects %s for a height', async (_what, results) => {
    const chain = await chainAt(answering({ ...results }))
    await expect(chain.head()).rejects.toThrow(/eth_blockNumber/)
  })

  test('rejects another block than it asked for, and an answer without an end', async () => {
    const block = {
      number: '0x5',
      hash: `0x${'a'.repeat(64)}`,
      parentHash: `0x${'b'.repeat(64)}`,
      transactions: [],
    }
    const other = await chainAt(answering({ eth_getBlockByNumber: block }))
    await expect(other.block(6n, async () => new Set())).rejects.toThrow('the node gave block 5 for 6')

    const endless = await chainAt((_request, reply) => {
      const part = Buffer.alloc(1024 * 1024, ' ')
      const write = () => void (reply.writable && reply.write(part, write))
      write()
    })
    await expect(endless.head()).rejects.toThrow()
  })

  test('rejects more events than a block has, in few words, and says no more than a line of what the node says', async () => {
    const hash = `0x${'a'.repeat(64)}`
    const block = { number: '0x5', hash, parentHash: hash, transactions: [] }
    const many = Array.from({ length: 150_000 }, () => 0)
    const chain = await chainAt(answering({ eth_getBlockByNumber: block, eth_getLogs: many }))
    const error = await chain.block(5n, async () => new Set()).catch((error: Error) => error)
    expect(String(error)).toContain('eth_getLogs')
    expect(String(error).length).toBeLessThan(2000)
    const wordy = await chainAt(answering({ eth_getLogs: many.slice(0, 5000), eth_getBlockByNumber: block }))
    const words = await wordy.block(5n, async () => new Set()).catch((error: Error) => error)
    expect(String(words).length).toBeLessThan(2000)
  })

  test('does not believe events whose transactions are not in the block', async () => {
    const hash = `0x${'a'.repeat(64)}`
    const chain = await chainAt(
      answering({
        eth_getBlockByNumber: { number: '0x5', hash, parentHash: hash, transactions: [] },
        eth_getLogs: [
          {
            address: settings.tokens.USDT.address,
            topics: [
              '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
              `0x${'0'.repeat(24)}${'5'.repeat(40)}`,
              `0x${'0'.repeat(24)}${'6'.repeat(40)}`,
            ],
            data: `0x${'1'.padStart(64, '0')}`,
            transactionHash: `0x${'c'.repeat(64)}`,
          },
        ],
      }),
    )
    await expect(chain.block(5n, async asked => new Set(asked))).rejects.toThrow(/not in block/)
  })
})
