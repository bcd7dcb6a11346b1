import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, parseEther, toHex } from 'viem'
import { chainId, startAnvil } from '../../src/sandbox/chain/anvil.ts'
import { type Contracts, deployContracts, tokenDecimals } from '../../src/sandbox/chain/contracts.ts'
import { depositor } from '../../src/sandbox/chain/deposit.ts'
import type { Rpc } from '../../src/sandbox/chain/rpc.ts'
import { depositXpub, richWallet, type Sent } from '../../src/sandbox/chain/wallet.ts'
import { openStore } from '../../src/sandbox/store.ts'
import { freePort } from '../../src/sandbox/trial.ts'
import { type EvmSettings, evmChain } from '../../src/server/chain/chains/evm.ts'
import type { ChainInHand } from './memory-chain.ts'

/** The accounts every development node knows: child 0 is 0xf39F…2266. */
export const testMnemonic = 'test test test test test test test test test test test junk'
/** Deposit addresses of tests come from another one, so that no faucet sits on them. */
export const depositMnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

/** A real node in the hand of a test. */
export interface TestChain extends ChainInHand {
  settings: EvmSettings
  rpc: Rpc
  contracts: Contracts
}

/** Starts a real node of its own with our tokens on it. */
export async function startTestChain(changed: Partial<EvmSettings> = {}): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'glaze-chain-'))
  const anvil = await startAnvil({ folder, host: '127.0.0.1', port: await freePort() })
  const { rpc } = anvil
  const store = openStore(join(folder, 'store'))
  const sent = store.table<Sent>('sent')
  const faucet = richWallet({ rpc, sent, index: 0 })
  await rpc('anvil_setBalance', faucet.address, toHex(parseEther('1000000000')))
  const contracts = await deployContracts({ rpc, faucet })
  const settings: EvmSettings = {
    url: anvil.url,
    chainId,
    xpub: depositXpub(depositMnemonic),
    tokens: {
      USDT: { address: contracts.USDT, decimals: tokenDecimals },
      USDC: { address: contracts.USDC, decimals: tokenDecimals },
    },
    confirmations: 3,
    blockSeconds: 1,
    startBlock: 0n,
    ...changed,
  }

  async function transactionsOf(depth: number): Promise<Hex[]> {
    const head = Number(await rpc<string>('eth_blockNumber'))
    const raws: Hex[] = []
    for (let height = head - depth + 1; height <= head; height++) {
      const block = await rpc<{ transactions: Hex[] }>('eth_getBlockByNumber', toHex(height), false)
      for (const hash of block.transactions) raws.push(await rpc<Hex>('eth_getRawTransactionByHash', hash))
    }
    return raws
  }

  return {
    chain: evmChain(settings),
    settings,
    rpc,
    contracts,
    pay: depositor({ faucet, pauper: richWallet({ rpc, sent, index: 1 }), contracts }),
    async mine(blocks = 1) {
      for (let i = 0; i < blocks; i++) await rpc('evm_mine')
    },
    async reorg(depth, transactions = 'return') {
      const raws = await transactionsOf(depth)
      await rpc('anvil_reorg', depth, [])
      if (transactions === 'return') for (const raw of raws) await rpc('eth_sendRawTransaction', raw)
    },
    async close() {
      store.close()
      await anvil.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
