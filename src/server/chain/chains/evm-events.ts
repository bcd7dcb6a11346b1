import { getAddress, type Hex, keccak256 } from 'viem'
import * as z from 'zod/mini'
import { listWithin } from '../../bounded.ts'
import { type EvmNode, hash, hex, inBlockMax, log, quantity, transferTopic } from '../evm-node.ts'

/** An event of a block. */
export type Log = z.output<typeof log>

/** What a block says of itself that its events are read by. */
export interface EventfulBlock {
  hash: string
  /** Its bloom filter: which words its events hold. It may have one by chance, and has all that are there. */
  logsBloom?: bigint | null | undefined
  transactions: readonly { hash: string }[]
}

/**
 * The transfers of tokens in a block, among other events. Where the node does not tell those of all tokens, it is asked for
 * those of `tokens` alone, and nobody is told what else came in that block: strange events cost little to make by the
 * thousand, and hosted nodes tell only so many. A node that does not have the block yet may say that there are none (seen of
 * several kinds of node, 2024 to 2026): where the block's own filter has a transfer, its receipts decide.
 */
export async function eventsIn(
  node: EvmNode,
  { block, tokens }: { block: EventfulBlock; tokens: readonly string[] },
): Promise<Log[]> {
  const asked = { blockHash: block.hash, topics: [transferTopic] }
  const events = listWithin(log, inBlockMax)
  const told = await node
    .ask('eth_getLogs', [asked], events)
    .catch(() => node.ask('eth_getLogs', [{ ...asked, address: tokens }], events))
  if (told.length > 0 || !mayHold(block.logsBloom ?? 0n, transferTopic)) return told
  const all: Log[][] = []
  for (const { hash } of block.transactions)
    all.push((await receiptOf(node, { txHash: hash, blockHash: block.hash })).logs)
  return all.flat()
}

/** Three bits are set for each word: the rests of the first three pairs of bytes of its hash. */
function mayHold(bits: bigint, word: Hex): boolean {
  const digest = keccak256(word)
  return [2, 6, 10].every(from => {
    const bit = Number.parseInt(digest.slice(from, from + 4), 16) % 2048
    return ((bits >> BigInt(bit)) & 1n) === 1n
  })
}

/** What came of a transaction in this very block. Rejects when the node does not have it there. */
export async function receiptOf(
  node: EvmNode,
  { txHash, blockHash }: { txHash: string; blockHash: string },
): Promise<z.output<typeof receipt>> {
  const found = await node.ask('eth_getTransactionReceipt', [txHash], z.nullable(receipt))
  if (found?.blockHash !== blockHash)
    throw new Error(`transaction ${txHash} is not in block ${blockHash} any more`)
  if (found.transactionHash !== txHash)
    throw new Error(`the node gave the receipt of ${found.transactionHash} for ${txHash}`)
  return found
}

const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  status: quantity,
  logs: listWithin(log, inBlockMax),
})

/** The bloom filter of a block: 2048 bits, or nothing. */
export const bloom = z.pipe(
  hex.check(z.maxLength(2 + 512)),
  z.transform(text => BigInt(`0x0${text.slice(2)}`)),
)

/** Who receives something by this event; null when it is no transfer of ours to read, or of nothing. */
export function receiverOf({ topics, data }: Log): string | null {
  const [topic, from, to, ...rest] = topics
  if (topic !== transferTopic || !from || !to || rest.length > 0) return null
  if (!/^0x0{24}/.test(to) || !/^0x[0-9a-f]{64}$/i.test(data) || BigInt(data) === 0n) return null
  return getAddress(`0x${to.slice(26)}`)
}
