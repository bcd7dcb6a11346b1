import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  maxUint256,
  parseUnits,
} from 'viem'
import type { Rpc } from './rpc.ts'
import splitterArtifact from './splitter.artifact.json' with { type: 'json' }
import tokenArtifact from './token.artifact.json' with { type: 'json' }
import type { Wallet } from './wallet.ts'

/** What the faucet deploys, in this order from nonce 0, so that the addresses are the same in every world. */
const deployments = [
  { name: 'USDT', data: tokenData('Tether USD', 'USDT', 6) },
  { name: 'USDC', data: tokenData('USD Coin', 'USDC', 6) },
  // Not the coin it claims to be: what a scammer sends.
  { name: 'FAKE', data: tokenData('Tether USD', 'USDT', 6) },
  { name: 'SPLITTER', data: splitterArtifact.bytecode as Hex },
] as const

export type ContractName = (typeof deployments)[number]['name']
export type Contracts = Record<ContractName, Hex>

/** Digits after the point of every token we deploy. */
export const tokenDecimals = 6

/** Makes sure that our contracts are on the chain, and tells where. Fails on a chain that is not ours. */
export async function deployContracts({ rpc, faucet }: { rpc: Rpc; faucet: Wallet }): Promise<Contracts> {
  const addresses = deployments.map((_, nonce) =>
    getContractAddress({ from: faucet.address, nonce: BigInt(nonce) }),
  )
  const contracts = Object.fromEntries(deployments.map(({ name }, i) => [name, addresses[i]])) as Contracts
  if (await isDeployed(rpc, contracts.SPLITTER)) return contracts

  if (Number(await rpc<string>('eth_getTransactionCount', faucet.address, 'pending')) !== 0) {
    throw new Error('The chain on this port is not a sandbox chain: our tokens are not where they should be.')
  }
  for (const { data } of deployments) await faucet.send({ data })
  for (const token of [contracts.USDT, contracts.USDC, contracts.FAKE]) {
    await faucet.send({ to: token, data: tokenCall('approve', contracts.SPLITTER, maxUint256) })
  }
  await rpc('evm_mine')
  if (!(await isDeployed(rpc, contracts.SPLITTER)))
    throw new Error('The sandbox tokens could not be deployed.')
  return contracts
}

/** Call data of a token function. */
export function tokenCall(functionName: 'transfer' | 'approve', address: Hex, value: bigint): Hex {
  return encodeFunctionData({ abi: tokenArtifact.abi as Abi, functionName, args: [address, value] })
}

/** Call data that takes tokens from somebody who allows it. */
export function takeCall(from: Hex, to: Hex, value: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, value] })
}

/** Call data that asks what somebody holds of a token. */
export function balanceCall(address: Hex): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}

/** Call data that pays several receivers in one transaction. */
export function splitCall(token: Hex, payments: { to: Hex; value: bigint }[]): Hex {
  return encodeFunctionData({
    abi: splitterArtifact.abi as Abi,
    functionName: 'pay',
    args: [token, payments.map(({ to }) => to), payments.map(({ value }) => value)],
  })
}

function tokenData(name: string, symbol: string, decimals: number): Hex {
  return encodeDeployData({
    abi: tokenArtifact.abi as Abi,
    bytecode: tokenArtifact.bytecode as Hex,
    args: [name, symbol, decimals, parseUnits('1000000000000', decimals)],
  })
}

async function isDeployed(rpc: Rpc, address: Hex): Promise<boolean> {
  return (await rpc<string>('eth_getCode', address, 'latest')) !== '0x'
}
