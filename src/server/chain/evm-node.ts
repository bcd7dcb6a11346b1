import { BaseError, createPublicClient, getAddress, http, RpcRequestError } from 'viem'
import * as z from 'zod/mini'
import { listWithin } from '../bounded.ts'
import { clipped } from '../clipped.ts'

/** How to reach an EVM node. */
export interface EvmNodeSettings {
  /** JSON-RPC over HTTP. */
  url: string
  chainId: number
  timeoutMs?: number
}

/** A node that is asked in JSON-RPC and believed only as far as its answers have the shape they should have. */
export interface EvmNode {
  /**
   * Asks, after making sure once that this is the network we were told it is. A question that is lost is sent once more, at
   * once: a connection that was kept open may be closed by then; with `once` it is not. Nothing is waited for, however long
   * a node tells us to. Rejects with `NodeRefusal` when the node says no, with a plain error when it is silent or talks
   * nonsense.
   */
  ask<Schema extends z.ZodMiniType>(
    method: string,
    params: unknown,
    schema: Schema,
    how?: { once: boolean },
  ): Promise<z.output<Schema>>
}

/** The node answered, and its answer is no. The message is its own, without an address in it. */
export class NodeRefusal extends Error {}

const answerBytesMax = 32 * 1024 * 1024

/** A node; nothing is asked of it yet. */
export function nodeAt({ url, chainId, timeoutMs = 5000 }: EvmNodeSettings): EvmNode {
  const client = createPublicClient({
    transport: http(url, {
      timeout: timeoutMs,
      // Its own retry sleeps for as long as the header `Retry-After` says.
      retryCount: 0,
      maxResponseBodySize: answerBytesMax,
      fetchOptions: { redirect: 'error' },
    }),
  })
  let isKnown = false

  const send = (method: string, params: unknown): Promise<unknown> =>
    client.request({ method, params } as never).catch(error => Promise.reject(asOurs(error, method)))

  const raw: EvmNode['ask'] = async (method, params, schema, { once } = { once: false }) => {
    const answer = await send(method, params).catch(error => {
      if (once || error instanceof NodeRefusal) throw error
      return send(method, params)
    })
    const read = schema.safeParse(answer)
    if (!read.success)
      throw new Error(`the node talks nonsense about ${method}: ${briefly(z.prettifyError(read.error))}`)
    return read.data as z.output<typeof schema>
  }

  return {
    async ask(method, params, schema, how) {
      if (!isKnown) {
        const found = await raw('eth_chainId', [], quantity)
        if (found !== BigInt(chainId)) throw new Error(`the node serves chain ${found}, not ${chainId}`)
        isKnown = true
      }
      return await raw(method, params, schema, how)
    },
  }
}

function asOurs(error: unknown, method: string): Error {
  const isRefusal = error instanceof BaseError && error.walk(cause => cause instanceof RpcRequestError)
  const message = `the node did not answer ${method}: ${reasonOf(error)}`
  return isRefusal ? new NodeRefusal(message) : new Error(message)
}

/** What went wrong in a few words, without the node's address: it may carry a key. */
function reasonOf(error: unknown): string {
  const { shortMessage, details } = error as { shortMessage?: string; details?: string }
  return briefly([shortMessage ?? 'unknown', details].filter(part => part && !part.includes('://')).join(' '))
}

/** It is for the log, and a node may say as much as it likes. */
const briefly = (words: string) => clipped(words, 1000)

/** Bytes of any length. */
export const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
/** A number of at most 256 bits. */
export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text: string) => BigInt(text)),
)
/** The hash of a block or a transaction, or a word of an event. */
export const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** An address to compare with others. */
export const lowerAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform(text => text.toLowerCase()),
)
/** An address as it is shown, with its checksum. */
export const address = z.pipe(
  lowerAddress,
  z.transform(text => getAddress(text) as string),
)

/** What names a block and the one before it. */
export const header = z.object({ number: quantity, hash, parentHash: hash })
/** More transactions or events than any block has. */
export const inBlockMax = 100_000
/** An event in a receipt or a block. */
export const log = z.object({
  address: lowerAddress,
  topics: listWithin(hash, 4),
  data: hex,
  transactionHash: hash,
})

/** keccak256('Transfer(address,address,uint256)'): the first topic of an ERC-20 transfer. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Digits after the point of the native coin. */
export const etherDecimals = 18

/** A number as nodes write it. */
export function hexOf(number: bigint) {
  return `0x${number.toString(16)}`
}
