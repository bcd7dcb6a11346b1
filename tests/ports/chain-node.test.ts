import type { RequestListener } from 'node:http'
import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { depositXpub } from '../../src/sandbox/chain/wallet.ts'
import { evmChain } from '../../src/server/chain/chains/evm.ts'
import { testMnemonic } from '../fixtures/chain/anvil.ts'
import { nodeThat, type Reply, refusal, telling } from '../fixtures/chain/fake-node.ts'

const usdt = `0x${'1'.repeat(40)}`
const strange = `0x${'e'.repeat(40)}`
const payer = `0x${'5'.repeat(40)}`
const customer = `0x${'6'.repeat(40)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`
const hashOf = (digit: string) => `0x${digit.repeat(64)}`

const at = async (answer: RequestListener) =>
  evmChain({
    url: await nodeThat(answer),
    chainId: 31337,
    xpub: depositXpub(testMnemonic),
    tokens: { USDT: { address: usdt, decimals: 6 } },
    confirmations: 3,
    blockSeconds: 1,
    startBlock: 0n,
    timeoutMs: 10_000,
  })

const paid = (token: string, txHash: string, logIndex = 0) => ({
  address: token,
  topics: [transferTopic, word(payer), word(customer)],
  data: word('0x5'),
  transactionHash: txHash,
  logIndex: `0x${logIndex}`,
})

/** The bloom filter of a block that holds these words in its events. */
function bloomOf(...words: string[]): string {
  let bloom = 0n
  for (const word of words)
    for (const from of [2, 6, 10]) {
      const bit = Number.parseInt(keccak256(word as Hex).slice(from, from + 4), 16) % 2048
      bloom |= 1n << BigInt(bit)
    }
  return `0x${bloom.toString(16).padStart(512, '0')}`
}

const [block, tx, other] = [hashOf('a'), hashOf('c'), hashOf('d')]
const call = (hash: string) => ({ hash, from: payer, to: usdt, value: '0x0' })
const header = { number: '0x5', hash: block, parentHash: hashOf('b'), transactions: [call(other), call(tx)] }
const receipt = (hash: string, logs: unknown[] = []) => ({
  transactionHash: hash,
  blockHash: block,
  status: '0x1',
  logs,
})
const receipts =
  (known: Record<string, unknown>) =>
  ([hash]: unknown[]): Reply => ({
    result: known[hash as string] ?? null,
  })
const everybody = async (asked: string[]) => new Set(asked)
const deposit = { txHash: tx, currency: 'USDT', amountRaw: 5n, logIndex: 0 }

describe('the reader before a node that does not do as it should', () => {
  const told = {
    eth_getBlockByNumber: { result: { ...header, logsBloom: bloomOf(usdt, transferTopic) } },
    eth_getTransactionReceipt: receipts({ [tx]: receipt(tx, [paid(usdt, tx)]), [other]: receipt(other) }),
  }

  test.each([
    ['seconds', '86400'],
    ['a day', new Date(Date.now() + 86_400_000).toUTCString()],
  ])('does not wait as long as it is told to, in %s', async (_how, wait) => {
    const chain = await at((_request, response) => {
      response.writeHead(429, { 'retry-after': wait, 'content-type': 'text/html' }).end('<h1>Slow down</h1>')
    })
    await expect(chain.head()).rejects.toThrow('did not answer eth_chainId')
  })

  test('asks once more where a question was lost, and no more where the node has said no', async () => {
    const asked: string[] = []
    const answer = telling({ eth_blockNumber: { result: '0x5' } }, asked)
    let lost = 0
    const chain = await at((request, response) =>
      lost++ === 0 ? void request.socket.destroy() : answer(request, response),
    )
    expect(await chain.head()).toBe(5n)
    expect(asked).toEqual(['eth_chainId', 'eth_blockNumber'])
    const no = await at(telling({ eth_blockNumber: refusal('internal', -32603) }, asked))
    await expect(no.head()).rejects.toThrow('internal')
    expect(asked.slice(2)).toEqual(['eth_chainId', 'eth_blockNumber'])
  })

  test('finds what came in a block that another node, which does not have it yet, says is without events', async () => {
    const chain = await at(telling({ ...told, eth_getLogs: { result: [] } }))
    expect(await chain.block(5n, everybody)).toMatchObject({ transfers: [deposit] })
  })

  test('believes nothing of that block while the receipts are not there either', async () => {
    const chain = await at(
      telling({ ...told, eth_getLogs: { result: [] }, eth_getTransactionReceipt: { result: null } }),
    )
    await expect(chain.block(5n, everybody)).rejects.toThrow('not in block')
  })

  test.each([
    ['other events', bloomOf(usdt, hashOf('f'))],
    ['nothing', '0x'],
    ['no word of it', null],
  ])('asks for no receipts of a block whose filter holds %s', async (_what, logsBloom) => {
    const asked: string[] = []
    const quiet = { ...header, logsBloom }
    const replies = { eth_getBlockByNumber: { result: quiet }, eth_getLogs: { result: [] } }
    const chain = await at(telling(replies, asked))
    expect(await chain.block(5n, everybody)).toMatchObject({ transfers: [], strays: [] })
    expect(asked).not.toContain('eth_getTransactionReceipt')
  })

  test.each([
    ['are too many for the node', refusal('query returned more than 10000 results', -32005)],
    ['are more than any block has', { result: Array.from({ length: 100_001 }, () => 0) }],
  ])('reads on by our own tokens when the events of a block %s', async (_what, tooMany: Reply) => {
    const chain = await at(
      telling({
        ...told,
        eth_getLogs: ([asked]) => {
          const { blockHash, address } = asked as { blockHash: string; address?: string[] }
          expect(blockHash).toBe(block)
          return address?.join() === usdt ? { result: [paid(usdt, tx)] } : tooMany
        },
      }),
    )
    expect(await chain.block(5n, everybody)).toMatchObject({ transfers: [deposit], strays: [] })
  })

  test('does not take the receipt of another transaction for the one it asked for', async () => {
    const mixedUp = receipts({ [tx]: receipt(other, [paid(usdt, other)]) })
    const events = { eth_getLogs: { result: [paid(strange, tx)] } }
    const chain = await at(telling({ ...told, ...events, eth_getTransactionReceipt: mixedUp }))
    await expect(chain.block(5n, everybody)).rejects.toThrow(`the node gave the receipt of ${other}`)
  })

  test('believes nothing of a block that is lost while it is read', async () => {
    const elsewhere = receipts({ [tx]: { ...receipt(tx, [paid(usdt, tx)]), blockHash: hashOf('9') } })
    const events = { eth_getLogs: { result: [paid(usdt, tx)] } }
    const chain = await at(telling({ ...told, ...events, eth_getTransactionReceipt: elsewhere }))
    await expect(chain.block(5n, everybody)).rejects.toThrow(`not in block ${block} any more`)
  })

  test('takes nothing for a transfer that only looks like one', async () => {
    const numbered = { ...paid(usdt, tx), topics: [transferTopic, word(payer), word(customer), word('0x7')] }
    const noAddress = { ...paid(usdt, tx), topics: [transferTopic, word(payer), hashOf('6')] }
    const tooLong = { ...paid(usdt, tx), data: `${word('0x5')}00` }
    const approval = { ...paid(usdt, tx), topics: [hashOf('8'), word(payer), word(customer)] }
    const logs = [numbered, noAddress, tooLong, approval, paid(usdt, tx)]
    const chain = await at(
      telling({
        ...told,
        eth_getLogs: { result: logs },
        eth_getTransactionReceipt: receipts({ [tx]: receipt(tx, logs) }),
      }),
    )
    expect(await chain.block(5n, everybody)).toMatchObject({ transfers: [{ ...deposit, logIndex: 4 }] })
  })

  test('does not take another transaction for the one that somebody names', async () => {
    const placed = { ...call(other), blockHash: block, blockNumber: '0x5' }
    const chain = await at(telling({ ...told, eth_getTransactionByHash: { result: placed } }))
    await expect(chain.transactionOf(tx)).rejects.toThrow(`the node gave transaction ${other} for ${tx}`)
  })
})
