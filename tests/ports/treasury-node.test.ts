import type { RequestListener } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { evmTreasury } from '../../src/server/chain/treasuries/evm.ts'
import type { Payment, Prices, Treasury } from '../../src/server/chain/treasury.ts'
import { nodeThat, refusal, telling } from '../fixtures/chain/fake-node.ts'

const key = '22'.repeat(32)
const own = privateKeyToAccount(`0x${key}`).address
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const gwei = 1_000_000_000n
const cheap: Prices = { maxFeePerGas: 60n * gwei, maxPriorityFeePerGas: 2n * gwei }
const ether = (amountMinor: bigint): Payment => ({ to: receiver, currency: 'ETH', amountMinor })

describe('the hot wallet before a node that does not do as it should', () => {
  /** A node that never answers: only there does a short wait show anything. */
  const silence: RequestListener = () => {}

  const breaks: RequestListener = request => void request.socket.destroy()

  async function walletAt(answer: RequestListener): Promise<Treasury> {
    const url = await nodeThat(answer)
    const timeoutMs = answer === silence ? 200 : 10_000
    const network = { chainId: 31337, confirmations: 3, blockSeconds: 1, timeoutMs }
    const tokens = { USDT: { address: `0x${'5'.repeat(40)}`, decimals: 6 } }
    return evmTreasury({ ...network, url, tokens, key })
  }

  const refusing = (message: string, code?: number) => ({ eth_sendRawTransaction: refusal(message, code) })
  const signedBy = (wallet: Treasury) => wallet.sign(ether(5n), { nonce: 0, prices: cheap })
  const broadcastTo = async (answer: RequestListener) => {
    const wallet = await walletAt(answer)
    return await wallet.broadcast((await signedBy(wallet)).raw)
  }

  test.each([
    ['is silent', silence],
    ['is broken', (_request, response) => void response.writeHead(502).end('<html>')],
    ['breaks the connection', breaks],
    ['sends us elsewhere', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    ['serves another chain', telling({ eth_chainId: { result: '0x1' } })],
    ['knows another hash', telling({ eth_sendRawTransaction: { result: `0x${'a'.repeat(64)}` } })],
    ['says nothing', telling({})],
    ['is overloaded', telling(refusing('limit exceeded', -32005))],
    ['has words we do not know', telling(refusing('the moon is full'))],
    ['does not know this kind of transaction', telling(refusing('unknown transaction type'))],
  ] satisfies [string, RequestListener][])(
    'knows nothing of a broadcast to a node that %s',
    async (_what, answer) => {
      expect(await broadcastTo(answer)).toBe('unknown')
    },
  )

  test('asks for a broadcast once, whatever becomes of it', async () => {
    const asked: string[] = []
    expect(await broadcastTo(telling(refusing('internal', -32603), asked))).toBe('unknown')
    expect(asked.filter(method => method === 'eth_sendRawTransaction')).toHaveLength(1)
  })

  test('asks once also where the connection breaks: it may have been heard', async () => {
    let asked = 0
    const answer = telling({})
    const wallet = await walletAt((request, response) => (asked++ === 0 ? answer : breaks)(request, response))
    expect(await wallet.broadcast((await signedBy(wallet)).raw)).toBe('unknown')
    // The first question is which chain it is.
    expect(asked).toBe(2)
  })

  test.each(['already known', 'AlreadyKnown', 'transaction already imported', 'known transaction: 0x1'])(
    'takes "%s" for taken',
    async message => expect(await broadcastTo(telling(refusing(message)))).toBe('taken'),
  )

  test.each([
    'replacement transaction underpriced',
    'nonce too low: next nonce 5, tx nonce 0',
    'OldNonce, Current nonce: 5, nonce of rejected tx: 0',
    'insufficient funds for gas * price + value',
    'InsufficientFunds, Account balance: 0',
    'max fee per gas less than block base fee',
  ])('takes "%s" for refused when the node does not know the payment', async message => {
    expect(await broadcastTo(telling(refusing(message)))).toBe('refused')
  })

  test('takes "nonce too low" for taken when the payment itself is what the node knows', async () => {
    const known = { eth_getTransactionByHash: { result: { hash: `0x${'a'.repeat(64)}` } } }
    expect(await broadcastTo(telling({ ...refusing('nonce too low'), ...known }))).toBe('taken')
  })

  test('knows nothing when the node refuses and then does not say whether it knows the payment', async () => {
    const unsure = { eth_getTransactionByHash: refusal('not now') }
    expect(await broadcastTo(telling({ ...refusing('nonce too low'), ...unsure }))).toBe('unknown')
  })

  test('rejects every question that is not answered, and does not tell where it asked', async () => {
    const wallet = await walletAt(silence)
    const questions = [
      wallet.head(),
      wallet.balanceOf('USDT'),
      wallet.balanceOf('ETH'),
      wallet.feeBalance(),
      wallet.minedCount(),
      wallet.minedCount(3),
      wallet.prices(),
      wallet.fateOf(`0x${'a'.repeat(64)}`),
      wallet.waitingCount(),
      wallet.useOf(0n, { to: `0x${'5'.repeat(40)}`, currency: 'ETH', amountMinor: 1n }),
    ]
    for (const settled of await Promise.allSettled(questions)) {
      expect(settled.status).toBe('rejected')
      expect(String((settled as PromiseRejectedResult).reason)).not.toContain('secret-key')
    }
  })

  const block = { number: '0x5', hash: `0x${'a'.repeat(64)}`, parentHash: `0x${'b'.repeat(64)}` }
  const paid = {
    transactionHash: `0x${'c'.repeat(64)}`,
    blockHash: block.hash,
    blockNumber: '0x5',
    status: '0x1',
    to: `0x${'5'.repeat(40)}`,
    logs: [],
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
  }
  const fateAt = async (receipt: unknown, found: unknown = block) => {
    const replies = {
      eth_getTransactionReceipt: { result: receipt },
      eth_getBlockByNumber: { result: found },
    }
    return await (await walletAt(telling(replies))).fateOf(paid.transactionHash)
  }

  test('does not believe a receipt whose block is not in the chain, or one of another payment', async () => {
    await expect(fateAt(paid, { ...block, hash: `0x${'d'.repeat(64)}` })).rejects.toThrow('two minds')
    await expect(fateAt(paid, null)).rejects.toThrow('two minds')
    await expect(fateAt({ ...paid, transactionHash: `0x${'d'.repeat(64)}` })).rejects.toThrow('two minds')
    await expect(fateAt({ ...paid, gasUsed: 21_000 })).rejects.toThrow('nonsense')
  })

  test('a token that answered no without failing has not paid', async () => {
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const event = { address: paid.to, data: '0x05', transactionHash: paid.transactionHash }
    const transfer = (from: string) => ({ ...event, topics: [topic, word(from), word(receiver)] })
    expect(await fateAt(paid)).toMatchObject({ isSuccess: false })
    expect(await fateAt({ ...paid, logs: [transfer(receiver)] })).toMatchObject({ isSuccess: false })
    const approval = { ...transfer(own), topics: [`0x${'8'.repeat(64)}`, word(own), word(receiver)] }
    const otherToken = { ...transfer(own), address: `0x${'6'.repeat(40)}` }
    for (const log of [approval, otherToken])
      expect(await fateAt({ ...paid, logs: [log] })).toMatchObject({ isSuccess: false })
    expect(await fateAt({ ...paid, logs: [transfer(own)] })).toMatchObject({
      isSuccess: true,
      feeRaw: 42_000n,
    })
    const ether = { ...paid, to: receiver.toLowerCase() }
    expect(await fateAt(ether)).toMatchObject({ isSuccess: true })
    expect(await fateAt({ ...ether, status: '0x0' })).toMatchObject({ isSuccess: false })
  })

  const sentBy = (from: string, digit: string, more = {}) => ({
    hash: `0x${digit.repeat(64)}`,
    from: from.toLowerCase(),
    nonce: '0x0',
    to: receiver.toLowerCase(),
    value: '0x0',
    input: '0x',
    ...more,
  })
  const usedIn = async (found: unknown, ...payments: Payment[]) => {
    const replies = {
      eth_blockNumber: { result: '0x5' },
      eth_getTransactionCount: ([, height]: unknown[]) => ({ result: height === '0x5' ? '0x1' : '0x0' }),
      eth_getBlockByNumber: { result: found },
    }
    return await (await walletAt(telling(replies))).useOf(0n, ...payments)
  }

  test('takes nobody else for the one that has used a nonce of ours, and no other block for the one asked for', async () => {
    const [stranger, ours] = [sentBy(receiver, 'e'), sentBy(own, 'f')]
    expect(await usedIn({ ...block, transactions: [stranger, ours] })).toMatchObject({ txHash: ours.hash })
    await expect(usedIn({ ...block, transactions: [stranger] })).rejects.toThrow('does not show')
    await expect(usedIn({ ...block, number: '0x4', transactions: [ours] })).rejects.toThrow('does not show')
    await expect(usedIn(null)).rejects.toThrow('does not show')
  })

  test('does not take a payment of one token for the same of another', async () => {
    const payment: Payment = { to: receiver, currency: 'USDT', amountMinor: 7n }
    const data = `0xa9059cbb${receiver.slice(2).toLowerCase().padStart(64, '0')}${'7'.padStart(64, '0')}`
    const used = (to: string) => ({ ...block, transactions: [sentBy(own, 'f', { to, input: data })] })
    expect(await usedIn(used(paid.to), payment)).toMatchObject({ carries: payment })
    expect(await usedIn(used(`0x${'6'.repeat(40)}`), payment)).toMatchObject({ carries: null })
  })

  test('reckons with what is paid, and signs nothing that a network with fewer digits cannot carry', async () => {
    const wallet = await walletAt(silence)
    expect(wallet.costOf(ether(5n), cheap)).toBe(60_000n * cheap.maxFeePerGas + 5n * 10n ** 10n)
    const tokens = { USDT: { address: `0x${'5'.repeat(40)}`, decimals: 5 } }
    const network = { chainId: 31337, confirmations: 3, blockSeconds: 1 }
    const coarse = evmTreasury({ ...network, url: 'http://127.0.0.1:1', tokens, key })
    const payment: Payment = { to: receiver, currency: 'USDT', amountMinor: 5n }
    await expect(coarse.sign(payment, { nonce: 0, prices: cheap })).rejects.toThrow('fewer digits')
  })

  test('does not pay what a mad node asks for gas', async () => {
    const base = { eth_getBlockByNumber: { result: { ...block, baseFeePerGas: '0x1' } } }
    const mad = await walletAt(telling({ ...base, eth_maxPriorityFeePerGas: { result: '0x1d1a94a2001' } }))
    await expect(mad.prices()).rejects.toThrow('wei for gas')
    const free = await walletAt(telling({ ...base, eth_maxPriorityFeePerGas: { result: '0x0' } }))
    expect(await free.prices()).toEqual({ maxFeePerGas: 100_000_002n, maxPriorityFeePerGas: 100_000_000n })
  })
})
