import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { createPublicClient, getAddress, http } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import type { Coin } from '../../../contract/money.ts'
import type { Chain, ChainBlock, ChainTransfer, Ours } from '../chain.ts'

/** How to reach an EVM network and what of it is ours. */
export interface EvmSettings {
  /** JSON-RPC over HTTP. */
  url: string
  chainId: number
  /** Extended public key whose child i is deposit address i. */
  xpub: string
  /** The contracts we believe in; a transfer of any other contract is nothing to us. */
  tokens: Partial<Record<Coin, { address: string; decimals: number }>>
  confirmations: number
  blockSeconds: number
  startBlock: bigint
  /** The network's name in the app. */
  network?: string
  timeoutMs?: number
}

/** keccak256('Transfer(address,address,uint256)') */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const etherDecimals = 18
const answerBytesMax = 32 * 1024 * 1024

/**
 * An EVM network. Sees ERC-20 transfers of the known contracts, by their events, and ether sent by a transaction straight
 * to an address. Ether that a contract sends on (an internal transfer) leaves no trace in blocks and receipts, so it is
 * not seen: some contract wallets and exchanges pay that way, and such a payment needs an operator.
 */
export function evmChain(settings: EvmSettings): Chain {
  const { network = 'ERC20', confirmations, blockSeconds, startBlock } = settings
  const node = nodeAt(settings)
  const tokenByAddress = tokensOf(settings)
  const accounts = publicKeyOf(settings.xpub)

  return {
    network,
    coins: [...tokenByAddress.values(), { currency: 'ETH', decimals: etherDecimals }],
    confirmations: Math.max(confirmations, 1),
    blockSeconds,
    startBlock,
    block: (height, ours) => readBlock({ node, tokenByAddress }, { height, ours }),
    head: () => node.ask('eth_blockNumber', [], quantity),
    async hashAt(height) {
      const found = await node.ask('eth_getBlockByNumber', [hexOf(height), false], z.nullable(header))
      return found?.hash ?? null
    },
    addressOf: derivation => addressOf(accounts, derivation),
    // The bare address: exchanges do not read `ethereum:` links, and an app that reads only the first address in one
    // would pay the token's contract.
    paymentUri: ({ address }) => address,
  }
}

type Token = { currency: Coin; decimals: number }

/** The node, and the contracts whose transfers it is asked for. */
interface Reading {
  node: ReturnType<typeof nodeAt>
  tokenByAddress: ReadonlyMap<string, Token>
}

function tokensOf({ tokens }: EvmSettings): Map<string, Token> {
  return new Map(
    Object.entries(tokens).map(([currency, { address, decimals }]) => [
      address.toLowerCase(),
      { currency: currency as Coin, decimals },
    ]),
  )
}

async function readBlock(
  reading: Reading,
  { height, ours }: { height: bigint; ours: Ours },
): Promise<ChainBlock | null> {
  const { node, tokenByAddress } = reading
  const found = await node.ask('eth_getBlockByNumber', [hexOf(height), true], z.nullable(fullBlock))
  if (!found) return null
  if (found.number !== height) throw new Error(`the node gave block ${found.number} for ${height}`)
  const { hash, parentHash } = found
  const events = await node.ask(
    'eth_getLogs',
    [{ blockHash: hash, address: [...tokenByAddress.keys()], topics: [transferTopic] }],
    z.array(log),
  )
  const mine = await ours(receiversIn(found.transactions, events))
  const transfers: ChainTransfer[] = []
  for (const transaction of touching(mine, found, events))
    transfers.push(...(await transfersOf(reading, { transaction, blockHash: hash, mine })))
  return { height, hash, parentHash, transfers }
}

/** The transactions of a block that pay an address of ours. */
function touching(
  mine: ReadonlySet<string>,
  { hash: blockHash, transactions }: z.output<typeof fullBlock>,
  events: readonly Log[],
): Transaction[] {
  const isOurs = (receiver: string | null | undefined) => receiver != null && mine.has(receiver)
  const touched = new Set([
    ...transactions.filter(({ to, value }) => value > 0n && isOurs(to)).map(({ hash }) => hash),
    ...events.filter(event => isOurs(receiverOf(event))).map(({ transactionHash }) => transactionHash),
  ])
  const found = transactions.filter(({ hash }) => touched.has(hash))
  if (found.length < touched.size) throw new Error(`the node has events that are not in block ${blockHash}`)
  return found
}

/** Asks for the receipt: only what succeeded, in this very block, counts. */
async function transfersOf(
  { node, tokenByAddress }: Reading,
  {
    transaction: { hash, to, value },
    blockHash,
    mine,
  }: { transaction: Transaction; blockHash: string; mine: ReadonlySet<string> },
): Promise<ChainTransfer[]> {
  const found = await node.ask('eth_getTransactionReceipt', [hash], z.nullable(receipt))
  if (found?.blockHash !== blockHash)
    throw new Error(`transaction ${hash} is not in block ${blockHash} any more`)
  if (found.status !== 1n) return []
  const isEther = to != null && value > 0n && mine.has(to)
  const native = isEther
    ? [{ to, logIndex: -1, amountRaw: value, currency: 'ETH' as const, decimals: etherDecimals }]
    : []
  const tokenTransfers = found.logs.flatMap((event, logIndex) => {
    const token = tokenByAddress.get(event.address)
    const receiver = receiverOf(event)
    if (!token || !receiver || !mine.has(receiver)) return []
    return [{ to: receiver, logIndex, amountRaw: BigInt(event.data), ...token }]
  })
  return [...native, ...tokenTransfers].map(transfer => ({ txHash: hash, ...transfer }))
}

function nodeAt({ url, chainId, timeoutMs = 5000 }: EvmSettings) {
  const client = createPublicClient({
    transport: http(url, {
      timeout: timeoutMs,
      retryCount: 1,
      maxResponseBodySize: answerBytesMax,
      fetchOptions: { redirect: 'error' },
    }),
  })
  let isKnown = false

  async function raw<Schema extends z.ZodMiniType>(method: string, params: unknown, schema: Schema) {
    const answer = await client
      .request({ method, params } as never)
      .catch(error => Promise.reject(new Error(`the node did not answer ${method}: ${reasonOf(error)}`)))
    const read = schema.safeParse(answer)
    if (!read.success)
      throw new Error(`the node talks nonsense about ${method}: ${z.prettifyError(read.error)}`)
    return read.data as z.output<Schema>
  }

  return {
    /** Asks, after making sure once that this is the network we were told it is. */
    async ask<Schema extends z.ZodMiniType>(method: string, params: unknown, schema: Schema) {
      if (!isKnown) {
        const found = await raw('eth_chainId', [], quantity)
        if (found !== BigInt(chainId)) throw new Error(`the node serves chain ${found}, not ${chainId}`)
        isKnown = true
      }
      return await raw(method, params, schema)
    },
  }
}

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text: string) => BigInt(text)),
)
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const lowerAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform(text => text.toLowerCase()),
)
const address = z.pipe(
  lowerAddress,
  z.transform(text => getAddress(text) as string),
)

const header = z.object({ number: quantity, hash, parentHash: hash })
const transaction = z.object({ hash, to: z.nullish(address), value: quantity })
const fullBlock = z.extend(header, { transactions: z.array(transaction) })
const log = z.object({
  address: lowerAddress,
  topics: z.array(hash),
  data: hex,
  transactionHash: hash,
})
const receipt = z.object({ blockHash: hash, status: quantity, logs: z.array(log) })
type Transaction = z.output<typeof transaction>
type Log = z.output<typeof log>

function receiversIn(transactions: readonly Transaction[], events: readonly Log[]): string[] {
  const paid = transactions.flatMap(({ to, value }) => (to != null && value > 0n ? [to] : []))
  return [...new Set([...paid, ...events.flatMap(event => receiverOf(event) ?? [])])]
}

/** Who receives something by this event; null when it is no transfer of ours to read, or of nothing. */
function receiverOf({ topics, data }: Log): string | null {
  const [topic, from, to, ...rest] = topics
  if (topic !== transferTopic || !from || !to || rest.length > 0) return null
  if (!/^0x0{24}/.test(to) || !/^0x[0-9a-f]{64}$/i.test(data) || BigInt(data) === 0n) return null
  return getAddress(`0x${to.slice(26)}`)
}

function hexOf(height: bigint) {
  return `0x${height.toString(16)}`
}

/** What went wrong in a few words, without the node's address: it may carry a key. */
function reasonOf(error: unknown): string {
  const { shortMessage, details } = error as { shortMessage?: string; details?: string }
  return [shortMessage ?? 'unknown', details].filter(part => part && !part.includes('://')).join(' ')
}

function publicKeyOf(xpub: string): HDKey {
  const key = HDKey.fromExtendedKey(xpub)
  if (key.privateKey) throw new Error('the key of the deposit addresses must be public')
  return key
}

function addressOf(accounts: HDKey, derivation: number): string {
  const { publicKey } = accounts.deriveChild(derivation)
  if (!publicKey) throw new Error(`there is no child ${derivation}`)
  const whole = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
  return publicKeyToAddress(`0x${whole as string}`)
}
