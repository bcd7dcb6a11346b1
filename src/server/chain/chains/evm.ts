import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { getAddress } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import type { Coin } from '../../../contract/money.ts'
import { listWithin } from '../../bounded.ts'
import type { Chain, ChainBlock, ChainTransaction, ChainTransfer, Ours } from '../chain.ts'
import {
  address,
  type EvmNode,
  type EvmNodeSettings,
  etherDecimals,
  hash,
  header,
  hexOf,
  inBlockMax,
  lowerAddress,
  nodeAt,
  quantity,
} from '../evm-node.ts'
import { bloom, eventsIn, type Log, receiptOf, receiverOf } from './evm-events.ts'

/** How to reach an EVM network and what of it is ours. */
export interface EvmSettings extends EvmNodeSettings {
  /** Extended public key whose child i is deposit address i. */
  xpub: string
  /** The contracts we believe in; a transfer of any other contract to an address of ours is a stray. */
  tokens: Partial<Record<Coin, { address: string; decimals: number }>>
  confirmations: number
  blockSeconds: number
  startBlock: bigint
  /** Our own wallet: ether that it sends to an address of ours is gas for a sweep, and no deposit. */
  hotWallet?: string
  /** The network's name in the app. */
  network?: string
}

/** The first bytes of keccak256('balanceOf(address)') */
const balanceOfSelector = '0x70a08231'

/**
 * An EVM network. Sees ERC-20 transfers by their events, of the known contracts and as strays of all others, and ether
 * sent by a transaction straight to an address. Ether that a contract sends on (an internal transfer) leaves no trace in
 * blocks and receipts, so it is not seen: some contract wallets and exchanges pay that way, and such a payment needs an
 * operator.
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
    block: (height, ours) =>
      readBlock({ node, tokenByAddress, hotWallet: settings.hotWallet }, { height, ours }),
    head: () => node.ask('eth_blockNumber', [], quantity),
    async hashAt(height) {
      const found = await node.ask('eth_getBlockByNumber', [hexOf(height), false], z.nullable(header))
      return found?.hash ?? null
    },
    balanceAt: request => balanceAt(node, { ...request, token: settings.tokens[request.currency]?.address }),
    transactionOf: txHash => transactionOf({ node, tokenByAddress }, txHash),
    async transfersBy(txHash) {
      const found = await transactionOf({ node, tokenByAddress }, txHash)
      return found?.block ? found.transfers : null
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
  node: EvmNode
  tokenByAddress: ReadonlyMap<string, Token>
  hotWallet?: string | undefined
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
  const { node } = reading
  const found = await node.ask('eth_getBlockByNumber', [hexOf(height), true], z.nullable(fullBlock))
  if (!found) return null
  if (found.number !== height) throw new Error(`the node gave block ${found.number} for ${height}`)
  const { hash, parentHash } = found
  const events = await eventsIn(node, { block: found, tokens: [...reading.tokenByAddress.keys()] })
  const mine = await ours(receiversIn(found.transactions, events))
  const block: ChainBlock = { height, hash, parentHash, transfers: [], strays: [] }
  for (const transaction of touching(mine, found, events)) {
    const { transfers, strays } = await paymentsOf(reading, { transaction, blockHash: hash, mine })
    const isGas = transaction.from === reading.hotWallet?.toLowerCase()
    block.transfers.push(...transfers.filter(({ logIndex }) => !(isGas && logIndex === -1)))
    block.strays.push(...strays)
  }
  return block
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

async function transactionOf(reading: Reading, txHash: string): Promise<ChainTransaction | null> {
  const found = await reading.node.ask('eth_getTransactionByHash', [txHash], z.nullable(placedTransaction))
  if (!found) return null
  if (found.hash !== txHash) throw new Error(`the node gave transaction ${found.hash} for ${txHash}`)
  const { blockHash, blockNumber } = found
  if (!blockHash || blockNumber == null) return { block: null, isDone: false, transfers: [], strays: [] }
  const everybody = { has: () => true }
  const payments = await paymentsOf(reading, { transaction: found, blockHash, mine: everybody })
  return { block: { height: blockNumber, hash: blockHash }, ...payments }
}

/** Asks for the receipt: only what succeeded, in this very block, counts. */
async function paymentsOf(
  { node, tokenByAddress }: Reading,
  {
    transaction: { hash, to, value },
    blockHash,
    mine,
  }: { transaction: Transaction; blockHash: string; mine: Pick<ReadonlySet<string>, 'has'> },
): Promise<Omit<ChainTransaction, 'block'>> {
  const found = await receiptOf(node, { txHash: hash, blockHash })
  if (found.status !== 1n) return { isDone: false, transfers: [], strays: [] }
  const ether = { currency: 'ETH' as const, decimals: etherDecimals }
  const transfers: ChainTransfer[] =
    to != null && value > 0n && mine.has(to)
      ? [{ txHash: hash, to, logIndex: -1, amountRaw: value, ...ether }]
      : []
  const strays: ChainBlock['strays'] = []
  for (const [logIndex, event] of found.logs.entries()) {
    const receiver = receiverOf(event)
    if (!receiver || !mine.has(receiver)) continue
    const payment = { txHash: hash, to: receiver, logIndex, amountRaw: BigInt(event.data) }
    const token = tokenByAddress.get(event.address)
    if (token) transfers.push({ ...payment, ...token })
    else strays.push({ ...payment, token: getAddress(event.address) })
  }
  return { isDone: true, transfers, strays }
}

/** Ether without a token. */
async function balanceAt(
  node: Reading['node'],
  {
    address,
    currency,
    token,
    height,
  }: { address: string; currency: Coin; token?: string | undefined; height: bigint },
): Promise<bigint> {
  if (currency === 'ETH') return await node.ask('eth_getBalance', [address, hexOf(height)], quantity)
  if (!token) throw new Error(`this network carries no ${currency}`)
  const call = { to: token, data: `${balanceOfSelector}${address.slice(2).toLowerCase().padStart(64, '0')}` }
  return await node.ask('eth_call', [call, hexOf(height)], quantity)
}

const transaction = z.object({ hash, from: lowerAddress, to: z.nullish(address), value: quantity })
const placedTransaction = z.extend(transaction, {
  blockHash: z.nullish(hash),
  blockNumber: z.nullish(quantity),
})
const fullBlock = z.extend(header, {
  logsBloom: z.nullish(bloom),
  transactions: listWithin(transaction, inBlockMax),
})
type Transaction = z.output<typeof transaction>

function receiversIn(transactions: readonly Transaction[], events: readonly Log[]): string[] {
  const paid = transactions.flatMap(({ to, value }) => (to != null && value > 0n ? [to] : []))
  return [...new Set([...paid, ...events.flatMap(event => receiverOf(event) ?? [])])]
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
