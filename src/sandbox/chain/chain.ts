import { join } from 'node:path'
import { type Hex, parseEther, toHex } from 'viem'
import type { Faults } from '../faults.ts'
import { isRunning } from '../processes.ts'
import { Refusal } from '../refusal.ts'
import type { Store, Table } from '../store.ts'
import { type Anvil, chainId, keptStates, startAnvil } from './anvil.ts'
import { type Clock, startClock } from './clock.ts'
import { type Contracts, deployContracts, tokenDecimals } from './contracts.ts'
import { type Deposit, depositor } from './deposit.ts'
import { startProxy } from './proxy.ts'
import type { Rpc } from './rpc.ts'
import { takeSnapshot } from './snapshot.ts'
import { type Treasury, type TreasuryAct, treasuryOf } from './treasury.ts'
import { depositXprv, depositXpub, forgetMined, resend, richWallet, type Sent } from './wallet.ts'

/** Confirmations the sandbox network asks for. */
const confirmations = 3

/** The chain part: a real EVM node with real tokens, and a hand on it. */
export interface Chain {
  settings: Record<string, string>
  deposit(deposit: Deposit): Promise<{ txHash: Hex }>
  mine(blocks: number): Promise<{ head: number }>
  reorg(reorg: {
    depth: number
    transactions: 'return' | 'drop'
  }): Promise<{ head: number; returned: number }>
  /** The node answers nobody for a while. */
  silence(seconds: number): void
  /** Fills or empties the server's hot wallet. */
  treasury(asked: TreasuryAct): Promise<{ txHash: Hex | null }>
  state(): Promise<{
    url: string
    head: number
    pending: number
    contracts: Contracts
    adopted: boolean
    treasury: { address: Hex; balances: Awaited<ReturnType<Treasury['balances']>> }
  }>
  close(): Promise<void>
}

/** Starts the chain part: the node on a port of its own, and on the chain's port what the server takes for it. */
export async function startChain(needs: ChainNeeds): Promise<Chain> {
  const { host, port, nodePort, faults, blockMs, hotKey, died } = needs
  const folder = join(needs.folder, 'chain')
  const anvil = await startAnvil({ folder, host, port: nodePort })
  const { rpc } = anvil
  const sent = needs.store.table<Sent>('sent')
  await resend({ rpc, sent })
  const faucet = richWallet({ rpc, sent, index: 0 })
  await rpc('anvil_setBalance', faucet.address, toHex(parseEther('1000000000')))
  const contracts = await deployContracts({ rpc, faucet })
  const treasury = treasuryOf({ rpc, faucet, contracts, key: hotKey })
  await treasury.prepare()

  async function save() {
    await takeSnapshot({ rpc, folder })
    await forgetMined({ rpc, sent })
  }

  function failed(error: Error) {
    console.error(`chain: ${error.message}`)
    if (!isRunning(anvil.pid)) died?.()
  }

  await save()
  const proxy = await startProxy({ host, port, nodePort, faults })
  const clock = startClock({ rpc, faults, blockMs, save, failed })
  const send = depositor({ faucet, pauper: richWallet({ rpc, sent, index: 1 }), contracts })
  return {
    settings: settingsOf(needs, { url: proxy.url, contracts }),
    ...handOn({ anvil, proxy, clock, contracts, treasury, sent, send, save }),
  }
}

/** What the server must know to read this chain and to pay on it. */
function settingsOf(
  { blockMs, mnemonic, hotKey }: ChainNeeds,
  { url, contracts }: { url: string; contracts: Contracts },
): Chain['settings'] {
  return {
    CHAIN_URL: url,
    CHAIN_ID: String(chainId),
    CHAIN_CONFIRMATIONS: String(confirmations),
    CHAIN_BLOCK_SECONDS: String(Math.max(Math.round(blockMs / 1000), 1)),
    CHAIN_TOKENS: JSON.stringify({
      USDT: { address: contracts.USDT, decimals: tokenDecimals },
      USDC: { address: contracts.USDC, decimals: tokenDecimals },
    }),
    CHAIN_XPUB: depositXpub(mnemonic),
    CHAIN_SWEEP_KEY: depositXprv(mnemonic),
    CHAIN_START_BLOCK: '0',
    CHAIN_HOT_KEY: hotKey,
  }
}

interface Running {
  anvil: Anvil
  proxy: Awaited<ReturnType<typeof startProxy>>
  clock: Clock
  contracts: Contracts
  treasury: Treasury
  sent: Table<Sent>
  send: ReturnType<typeof depositor>
  save: () => Promise<void>
}

/** What may be done to a chain that runs. */
function handOn(running: Running): Omit<Chain, 'settings'> {
  const { anvil, proxy, clock, contracts, treasury, sent, send, save } = running
  const { rpc, pid } = anvil
  const head = async () => Number(await rpc<string>('eth_blockNumber'))

  return {
    async deposit(deposit) {
      const txHash = await send(deposit)
      clock.wake()
      return { txHash }
    },
    async mine(blocks) {
      await clock.mine(blocks)
      return { head: await head() }
    },
    reorg: asked =>
      clock.paused(async () => {
        const returned = await reorganise({ rpc, sent, contracts }, asked)
        clock.wake()
        await save()
        return { head: await head(), returned }
      }),
    silence(seconds) {
      process.kill(pid, 'SIGSTOP')
      setTimeout(() => process.kill(pid, 'SIGCONT'), seconds * 1000)
    },
    treasury: asked => treasury.act(asked, clock),
    async state() {
      const { pending } = await rpc<{ pending: string }>('txpool_status')
      const wallet = { address: treasury.address, balances: await treasury.balances() }
      return {
        url: proxy.url,
        head: await head(),
        pending: Number(pending),
        contracts,
        adopted: anvil.adopted,
        treasury: wallet,
      }
    },
    async close() {
      proxy.close()
      const stopped = clock.stop()
      if (!isRunning(pid)) return await stopped
      process.kill(pid, 'SIGCONT')
      await stopped
      await save()
      await anvil.stop()
    },
  }
}

/** Replaces the last blocks by empty ones. Their transactions are lost or wait to be mined again. */
async function reorganise(
  { rpc, sent, contracts }: { rpc: Rpc; sent: Table<Sent>; contracts: Contracts },
  { depth, transactions }: { depth: number; transactions: 'return' | 'drop' },
): Promise<number> {
  const head = Number(await rpc<string>('eth_blockNumber'))
  // The first block holds our tokens.
  if (depth >= head) throw new Refusal(409, 'reorg_impossible', 'The chain is not that long.')
  const reversed = await lastTransactions({ rpc, head, depth })
  const restore = await keepCodes({ rpc, contracts })
  await rpc('anvil_reorg', depth, []).catch(error => {
    const reason = `${(error as Error).message} (at most ${keptStates} blocks)`
    throw new Refusal(409, 'reorg_impossible', reason)
  })
  await restore()
  const back = transactions === 'return' ? reversed : []
  for (const transaction of back) sent.put(transaction.hash, transaction)
  await resend({ rpc, sent })
  return back.length
}

// After a restart anvil 1.7.1 no longer has the code of contracts in the states a reorganisation goes back to, though
// it has their storage. We lay it there again.
async function keepCodes({ rpc, contracts }: { rpc: Rpc; contracts: Contracts }) {
  const codeAt = (address: Hex) => rpc<Hex>('eth_getCode', address, 'latest')
  const codes = await Promise.all(
    Object.values(contracts).map(async address => ({ address, code: await codeAt(address) })),
  )
  return async () => {
    for (const { address, code } of codes) {
      if ((await codeAt(address)) !== code) await rpc('anvil_setCode', address, code)
    }
  }
}

async function lastTransactions({
  rpc,
  head,
  depth,
}: {
  rpc: Rpc
  head: number
  depth: number
}): Promise<Sent[]> {
  const transactions: Sent[] = []
  for (let number = Math.max(head - depth + 1, 1); number <= head; number++) {
    const block = await rpc<{ transactions: { hash: Hex; nonce: Hex }[] }>(
      'eth_getBlockByNumber',
      toHex(number),
      true,
    )
    for (const { hash, nonce } of block.transactions) {
      transactions.push({
        hash,
        nonce: Number(nonce),
        raw: await rpc<Hex>('eth_getRawTransactionByHash', hash),
      })
    }
  }
  return transactions
}

interface ChainNeeds {
  folder: string
  host: string
  port: number
  /** Where the node itself listens. */
  nodePort: number
  store: Store
  faults: Faults
  blockMs: number
  mnemonic: string
  hotKey: string
  /** Called when the node has ended by itself. */
  died?: () => void
}
