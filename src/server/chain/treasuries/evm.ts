import { encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { type Coin, scales } from '../../../contract/money.ts'
import { listWithin } from '../../bounded.ts'
import { booked } from '../coins.ts'
import {
  type EvmNode,
  type EvmNodeSettings,
  etherDecimals,
  hash,
  header,
  hexOf,
  inBlockMax,
  log,
  lowerAddress,
  NodeRefusal,
  nodeAt,
  quantity,
  transferTopic,
} from '../evm-node.ts'
import type { Fate, NonceUse, Payment, Prices, Treasury } from '../treasury.ts'
import { addressReader } from './address.ts'

/** How to reach an EVM network, and the key of our hot wallet there. */
export interface EvmTreasurySettings extends EvmNodeSettings {
  /** 32 bytes in hex, without 0x. */
  key: string
  /** The contracts that are our coins. */
  tokens: Partial<Record<Coin, { address: string; decimals: number }>>
  confirmations: number
  blockSeconds: number
  /** The network's name in the app. */
  network?: string
}

/**
 * Gas a payment may use, which does not depend on a node's guess: what is not used is not paid. A token transfer uses
 * 30,000 to 65,000. Ether to a plain address uses 21,000; the rest is for receivers that are contracts, such as shared
 * wallets and the deposit addresses of exchanges.
 */
const gasOfToken = 100_000n
const gasOfEther = 60_000n
/** Beyond this a node's price is taken for nonsense: a fifth of an ether for one payment. */
const mostPerGas = 2_000_000_000_000n
/** Nodes take no transaction without a tip, and nothing can be raised by a share of nothing. */
const leastTip = 100_000_000n

/** Our hot wallet on an EVM network, or another wallet of ours. The key is in this closure only. */
export function evmTreasury(settings: EvmTreasurySettings, node = nodeAt(settings)): Treasury {
  const { network = 'ERC20', tokens, confirmations, blockSeconds, chainId } = settings
  const account = privateKeyToAccount(`0x${settings.key}`)
  const contracts = Object.values(tokens).map(token => token.address.toLowerCase())
  const head = () => node.ask('eth_blockNumber', [], quantity)
  const ether = () => node.ask('eth_getBalance', [account.address, 'latest'], quantity)

  return {
    network,
    address: account.address,
    coins: [...(Object.keys(tokens) as Coin[]), 'ETH'],
    confirmations: Math.max(confirmations, 1),
    blockSeconds,
    read: addressReader(contracts),
    async balanceOf(currency) {
      if (currency === 'ETH')
        return booked({ currency, amountRaw: await ether(), decimals: etherDecimals }).amountMinor
      const { address, decimals } = tokenOf(tokens, currency)
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })
      const amountRaw = await node.ask('eth_call', [{ to: address, data }, 'latest'], quantity)
      return booked({ currency, amountRaw, decimals }).amountMinor
    },
    feeBalance: ether,
    async minedCount(atDepth = 1) {
      const height = atDepth === 1 ? null : (await head()) - BigInt(atDepth - 1)
      const block = height === null ? 'latest' : hexOf(height > 0n ? height : 0n)
      return Number(await node.ask('eth_getTransactionCount', [account.address, block], quantity))
    },
    waitingCount: async () =>
      Number(await node.ask('eth_getTransactionCount', [account.address, 'pending'], quantity)),
    prices: () => pricesAt(node),
    costOf: (payment, { maxFeePerGas }) =>
      gasOf(payment.currency) * maxFeePerGas + callOf(payment, { tokens, own: account.address }).value,
    async sign(payment, { nonce, prices }) {
      const call = callOf(payment, { tokens, own: account.address })
      const gas = gasOf(payment.currency)
      const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...prices, ...call })
      return { txHash: keccak256(raw), raw }
    },
    broadcast: raw => broadcast(node, raw as Hex),
    fateOf: txHash => fateOf(node, { txHash, account, contracts }),
    useOf: (nonce, ...payments) => useOf(node, { nonce, own: account.address, tokens, payments }),
    head,
  }
}

type Tokens = EvmTreasurySettings['tokens']

function tokenOf(tokens: Tokens, currency: Coin) {
  const token = tokens[currency]
  if (!token) throw new Error(`this network has no ${currency}`)
  return token
}

function gasOf(currency: Coin): bigint {
  return currency === 'ETH' ? gasOfEther : gasOfToken
}

/** Room for the base fee to double, which takes six full blocks. */
async function pricesAt(node: EvmNode): Promise<Prices> {
  const [block, asked] = await Promise.all([
    node.ask('eth_getBlockByNumber', ['latest', false], pricedBlock),
    node.ask('eth_maxPriorityFeePerGas', [], quantity),
  ])
  const maxPriorityFeePerGas = asked > leastTip ? asked : leastTip
  const maxFeePerGas = block.baseFeePerGas * 2n + maxPriorityFeePerGas
  if (maxFeePerGas > mostPerGas) throw new Error(`the node asks for ${maxFeePerGas} wei for gas`)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

interface ChainCall {
  to: Hex
  value: bigint
  data?: Hex
}

/** What is called on chain. Nothing at all goes to ourselves only: it uses up a nonce. */
function callOf(
  { to, currency, amountMinor }: Payment,
  { tokens, own }: { tokens: Tokens; own: PrivateKeyAccount['address'] },
): ChainCall {
  const isNothing = amountMinor === 0n && to === own
  if (amountMinor <= 0n && !isNothing) throw new Error('a payment is a positive amount')
  const receiver = to as Hex
  if (currency === 'ETH')
    return { to: receiver, value: rawOf({ currency, amountMinor, decimals: etherDecimals }) }
  const { address, decimals } = tokenOf(tokens, currency)
  const args = [receiver, rawOf({ currency, amountMinor, decimals })] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { to: address as Hex, value: 0n, data }
}

function rawOf({
  currency,
  amountMinor,
  decimals,
}: {
  currency: Coin
  amountMinor: bigint
  decimals: number
}): bigint {
  const missing = decimals - scales[currency]
  if (missing < 0) throw new Error(`this network has fewer digits for ${currency} than our books`)
  return amountMinor * 10n ** BigInt(missing)
}

// Nodes have no codes for these, only words, each kind of node its own.
const hasItAlready = /already ?(known|imported)|\bknown transaction/i
const willNotHaveIt =
  /underpriced|nonce (is )?too low|old ?nonce|already used|insufficient ?funds|less than block base fee|fee ?too ?low|gas ?price ?too ?low|replacement ?not ?allowed|gas limit|intrinsic gas|exceeds the configured cap/i

async function broadcast(node: EvmNode, raw: Hex): ReturnType<Treasury['broadcast']> {
  const txHash = keccak256(raw)
  try {
    const answer = await node.ask('eth_sendRawTransaction', [raw], hash, { once: true })
    return answer === txHash ? 'taken' : 'unknown'
  } catch (error) {
    if (!(error instanceof NodeRefusal)) return 'unknown'
    if (hasItAlready.test(error.message)) return 'taken'
    // A nonce that is used may be used by this very transaction.
    const known = await node
      .ask('eth_getTransactionByHash', [txHash], z.nullable(z.object({ hash })))
      .catch(() => undefined)
    if (known) return 'taken'
    return known === null && willNotHaveIt.test(error.message) ? 'refused' : 'unknown'
  }
}

/**
 * A receipt counts when its block is the one at that height, or the node is of two minds and nothing is known. A call of
 * a token that did not fail has paid only if the token says so: there are tokens that answer no instead of failing.
 */
async function fateOf(
  node: EvmNode,
  { txHash, account, contracts }: { txHash: string; account: PrivateKeyAccount; contracts: string[] },
): Promise<Fate | null> {
  const found = await node.ask('eth_getTransactionReceipt', [txHash], z.nullable(receipt))
  if (!found) return null
  const { blockHash, blockNumber: height, status, to, logs, gasUsed, effectiveGasPrice } = found
  const block = await node.ask('eth_getBlockByNumber', [hexOf(height), false], z.nullable(header))
  if (found.transactionHash !== txHash || block?.hash !== blockHash)
    throw new Error(`the node is of two minds about transaction ${txHash}`)
  const ours = `0x${account.address.slice(2).toLowerCase().padStart(64, '0')}`
  const hasPaid =
    !contracts.includes(to ?? '') ||
    logs.some(({ address, topics }) => address === to && topics[0] === transferTopic && topics[1] === ours)
  return { height, blockHash, isSuccess: status === 1n && hasPaid, feeRaw: gasUsed * effectiveGasPrice }
}

/** The block in which our count passed the nonce, and what stands in it: searched back in growing steps, then in between. */
async function useOf(
  node: EvmNode,
  {
    nonce,
    own,
    tokens,
    payments,
  }: { nonce: bigint; own: PrivateKeyAccount['address']; tokens: Tokens; payments: readonly Payment[] },
): Promise<NonceUse | null> {
  const isUsedAt = async (height: bigint) =>
    (await node.ask('eth_getTransactionCount', [own, hexOf(height)], quantity)) > nonce
  let height = await node.ask('eth_blockNumber', [], quantity)
  if (!(await isUsedAt(height))) return null
  let unused = height - 1n
  for (let step = 1n; unused >= 0n && (await isUsedAt(unused)); step *= 2n) {
    height = unused
    unused = unused > step ? unused - step : -1n
  }
  while (height - unused > 1n) {
    const middle = (unused + height) / 2n
    if (await isUsedAt(middle)) height = middle
    else unused = middle
  }
  const block = await node.ask('eth_getBlockByNumber', [hexOf(height), true], z.nullable(blockOfSenders))
  const used = block?.transactions.find(sent => sent.from === own.toLowerCase() && sent.nonce === nonce)
  if (!block || block.number !== height || !used)
    throw new Error(`the node does not show what used nonce ${nonce} in block ${height}`)
  const carries = payments.find(payment => {
    const call = callOf(payment, { tokens, own })
    return (
      used.to === call.to.toLowerCase() && used.value === call.value && used.input === (call.data ?? '0x')
    )
  })
  return { txHash: used.hash, height, blockHash: block.hash, carries: carries ?? null }
}

const blockOfSenders = z.extend(header, {
  transactions: listWithin(
    z.object({
      hash,
      from: lowerAddress,
      nonce: quantity,
      to: z.nullish(lowerAddress),
      value: quantity,
      input: z.string(),
    }),
    inBlockMax,
  ),
})
const pricedBlock = z.extend(header, { baseFeePerGas: quantity })
const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  status: quantity,
  to: z.nullish(lowerAddress),
  logs: listWithin(log, inBlockMax),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
})
