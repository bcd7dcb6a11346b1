import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { type Hex, pad, toHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFaults } from '../faults.ts'
import { isRunning } from '../processes.ts'
import { openStore } from '../store.ts'
import { freePort, trialFolder } from '../trial.ts'
import { type Chain, startChain } from './chain.ts'
import { rpcTo } from './rpc.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const folder = trialFolder()
const faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
let chain: Chain
const hotKey = '22'.repeat(32)
let port: number
let nodePort: number
let fresh = 0

const start = (changed: { port?: number } = {}) =>
  startChain({
    folder: folder.path,
    host: '127.0.0.1',
    port,
    nodePort,
    store: openStore(join(folder.path, 'chain.jsonl')),
    faults,
    blockMs: 50,
    mnemonic,
    hotKey,
    ...changed,
  })
const rpc: ReturnType<typeof rpcTo> = (method, ...params) =>
  rpcTo(`http://127.0.0.1:${port}`)(method, ...params)
const newAddress = () => pad(toHex(++fresh + 0xabc000), { size: 20 })
const head = async () => (await chain.state()).head
const anvilPid = () =>
  JSON.parse(readFileSync(join(folder.path, 'chain', 'anvil.json'), 'utf8')).pid as number

async function arrived(address: Hex) {
  const logs = await rpc<{ address: Hex; data: Hex; transactionHash: Hex; logIndex: Hex }[]>('eth_getLogs', {
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [transfer, null, pad(address, { size: 32 })],
  })
  return logs.map(log => ({
    token: log.address,
    units: BigInt(log.data),
    txHash: log.transactionHash,
    logIndex: log.logIndex,
  }))
}

async function mined(txHash: Hex) {
  const receipt = () => rpc<{ status: Hex; blockNumber: Hex } | null>('eth_getTransactionReceipt', txHash)
  await expect.poll(receipt).not.toBeNull()
  return await receipt()
}

beforeAll(async () => {
  port = await freePort()
  nodePort = await freePort()
  chain = await start()
})
afterAll(async () => {
  await chain.close()
  folder.remove()
})

describe('the chain', () => {
  test('gives a public key whose children are deposit addresses, and the same tokens every time', () => {
    const account = HDKey.fromExtendedKey(chain.settings.CHAIN_XPUB ?? '').deriveChild(0)
    const point = HDKey.fromExtendedKey(chain.settings.CHAIN_XPUB ?? '')
    expect(account.privateKey).toBeNull()
    expect(point.depth).toBe(4)
    expect(publicKeyToAddress(toHex(uncompressed(account)))).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    expect(JSON.parse(chain.settings.CHAIN_TOKENS ?? '').USDT).toEqual({
      address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      decimals: 6,
    })
  })

  test('refuses an address that is none, an amount too fine and ether in odd ways', async () => {
    const good = { address: newAddress(), currency: 'USDT', amount: '1' } as const
    await expect(chain.deposit({ ...good, address: '0x12' })).rejects.toThrow('not an address')
    await expect(chain.deposit({ ...good, amount: '0.1234567' })).rejects.toThrow('at most 6 digits')
    await expect(chain.deposit({ ...good, currency: 'ETH', kind: 'twice' })).rejects.toThrow('cannot be sent')
  })

  test('deposits: a transfer, two at once, a look-alike token, a failure, and ether', async () => {
    const { contracts } = await chain.state()
    const address = newAddress()
    const deposit = { address, currency: 'USDC', amount: '12.5' } as const
    const usdc = contracts.USDC.toLowerCase()

    const plain = await chain.deposit(deposit)
    await mined(plain.txHash)
    const twice = await chain.deposit({ ...deposit, kind: 'twice', secondAmount: '0.000001' })
    await mined(twice.txHash)
    const fake = await chain.deposit({ ...deposit, kind: 'wrong-token' })
    await mined(fake.txHash)
    const failed = await chain.deposit({ ...deposit, kind: 'failed' })
    expect((await mined(failed.txHash))?.status).toBe('0x0')
    expect(await arrived(address)).toEqual([
      { token: usdc, units: 12_500_000n, txHash: plain.txHash, logIndex: '0x0' },
      { token: usdc, units: 12_500_000n, txHash: twice.txHash, logIndex: '0x0' },
      { token: usdc, units: 1n, txHash: twice.txHash, logIndex: '0x1' },
      { token: contracts.FAKE.toLowerCase(), units: 12_500_000n, txHash: fake.txHash, logIndex: '0x0' },
    ])

    const ether = await chain.deposit({ address, currency: 'ETH', amount: '1.000000000000000001' })
    await mined(ether.txHash)
    expect(BigInt(await rpc<Hex>('eth_getBalance', address, 'latest'))).toBe(1_000_000_000_000_000_001n)
  })

  test('confirms a deposit, then rests', async () => {
    const { txHash } = await chain.deposit({ address: newAddress(), currency: 'USDT', amount: '1' })
    const at = Number((await mined(txHash))?.blockNumber)
    await expect.poll(head).toBe(at + 12)
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(await head()).toBe(at + 12)
    expect(await chain.mine(3)).toEqual({ head: at + 15 })
  })

  test('reorganises: transactions are lost, or come back', async () => {
    const lost = newAddress()
    await mined((await chain.deposit({ address: lost, currency: 'USDT', amount: '1' })).txHash)
    const before = await rpc<{ hash: Hex }>('eth_getBlockByNumber', toHex(await head()), false)
    await chain.reorg({ depth: 15, transactions: 'drop' })
    expect((await rpc<{ hash: Hex } | null>('eth_getBlockByHash', before.hash, false))?.hash).toBeUndefined()
    expect(await arrived(lost)).toEqual([])

    const back = newAddress()
    const { txHash } = await chain.deposit({ address: back, currency: 'USDT', amount: '2' })
    await mined(txHash)
    expect((await chain.reorg({ depth: 13, transactions: 'return' })).returned).toBeGreaterThanOrEqual(1)
    await mined(txHash)
    expect(await arrived(back)).toHaveLength(1)
    await expect(chain.reorg({ depth: 10_000, transactions: 'drop' })).rejects.toThrow('not that long')
  })

  test('fills the hot wallet at the start, and empties and fills it by hand without a nonce of its own', async () => {
    const { treasury } = await chain.state()
    expect(treasury.balances).toEqual({ USDT: '100000', USDC: '100000', ETH: '100' })
    const balances = async () => (await chain.state()).treasury.balances
    await expect(
      chain.treasury({ action: 'drain', currency: 'USDC', amount: '100000.000001' }),
    ).rejects.toThrow('does not hold that much')
    expect(await balances()).toEqual(treasury.balances)

    await chain.treasury({ action: 'drain', currency: 'USDT', amount: '0.000001' })
    await chain.treasury({ action: 'drain', currency: 'ETH' })
    expect(await balances()).toEqual({ USDT: '99999.999999', USDC: '100000', ETH: '0' })
    await chain.treasury({ action: 'drain', currency: 'USDT' })
    await chain.treasury({ action: 'fund', currency: 'ETH', amount: '0.5' })
    await chain.treasury({ action: 'fund', currency: 'USDC' })
    expect(await balances()).toEqual({ USDT: '0', USDC: '200000', ETH: '0.5' })
    expect(await rpc('eth_getTransactionCount', treasury.address, 'pending')).toBe('0x0')

    await chain.close()
    chain = await start()
    expect(await balances()).toEqual({ USDT: '100000', USDC: '200000', ETH: '100' })
  })

  test('loses nothing it has answered when everything is killed, and can still be reorganised', async () => {
    const address = newAddress()
    faults.set({ part: 'chain', kind: 'stop_blocks', count: 1000 })
    const { txHash } = await chain.deposit({ address, currency: 'USDT', amount: '7' })
    const killed = anvilPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => isRunning(killed)).toBe(false)
    faults.clear()
    await chain.close()
    chain = await start()
    expect(anvilPid()).not.toBe(killed)
    await mined(txHash)
    expect(await arrived(address)).toHaveLength(1)
    await chain.reorg({ depth: 14, transactions: 'return' })
    await mined(txHash)
    expect(await arrived(address)).toHaveLength(1)
  })

  test('takes over the node a killed sandbox has left, and touches no other program on its port', async () => {
    const pid = anvilPid()
    const other = await start({ port: await freePort() })
    expect((await other.state()).adopted).toBe(true)
    expect(anvilPid()).toBe(pid)
    expect(spawnSync('kill', ['-0', String(pid)]).status).toBe(0)

    const elsewhere = trialFolder()
    const store = openStore(join(elsewhere.path, 'chain.jsonl'))
    const needs = { folder: elsewhere.path, host: '127.0.0.1', store, faults, blockMs: 50, mnemonic, hotKey }
    await expect(startChain({ ...needs, port, nodePort })).rejects.toThrow(`Port ${nodePort} is used`)
    elsewhere.remove()
    expect(await head()).toBeGreaterThan(0)
    await other.close()
    await chain.close()
    chain = await start()
  })
})

function uncompressed({ publicKey }: HDKey): Uint8Array {
  if (!publicKey) throw new Error('no key')
  return decompress(publicKey)
}

// viem wants the long form of a public key.
function decompress(short: Uint8Array): Uint8Array {
  const p = 2n ** 256n - 2n ** 32n - 977n
  const x = BigInt(toHex(short.slice(1)))
  let y = power((x ** 3n + 7n) % p, (p + 1n) / 4n, p)
  if ((y & 1n) !== BigInt((short[0] ?? 0) & 1)) y = p - y
  const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
  return Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)])
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (exponent === 0n) return 1n
  const half = power((base * base) % modulus, exponent >> 1n, modulus)
  return exponent & 1n ? (half * base) % modulus : half
}
