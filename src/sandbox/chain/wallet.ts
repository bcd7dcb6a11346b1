import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type Hex, keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Table } from '../store.ts'
import { chainId } from './anvil.ts'
import type { Rpc } from './rpc.ts'

// The development mnemonic every anvil knows: its accounts hold play ether from the first block.
const faucetMnemonic = 'test test test test test test test test test test test junk'
const gasPrice = 50_000_000_000n

/** A transaction that was sent and may not be in a snapshot yet. */
export interface Sent {
  hash: Hex
  raw: Hex
  nonce: number
}

/** An account of ours on the chain. */
export interface Wallet {
  address: Hex
  send(transaction: { to?: Hex; value?: bigint; data?: Hex; gas?: bigint }): Promise<Hex>
}

/** The extended public key that deposit addresses derive from: child i of m/44'/60'/0'/0. */
export function depositXpub(mnemonic: string): string {
  return depositKey(mnemonic).publicExtendedKey
}

/** The extended private key that they are swept with. */
export function depositXprv(mnemonic: string): string {
  return depositKey(mnemonic).privateExtendedKey
}

function depositKey(mnemonic: string): HDKey {
  return HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'/0")
}

/** One of the rich accounts. Every transaction is kept before it is broadcast, one at a time. */
export function richWallet({ rpc, sent, index }: { rpc: Rpc; sent: Table<Sent>; index: number }): Wallet {
  const account = mnemonicToAccount(faucetMnemonic, { addressIndex: index })
  let line: Promise<unknown> = Promise.resolve()

  async function send({ to, value = 0n, data, gas = 3_000_000n }: Parameters<Wallet['send']>[0]) {
    const nonce = Number(await rpc<string>('eth_getTransactionCount', account.address, 'pending'))
    const raw = await account.signTransaction({
      type: 'legacy',
      chainId,
      nonce,
      gasPrice,
      gas,
      to,
      value,
      data,
    })
    const hash = keccak256(raw)
    sent.put(hash, { hash, raw, nonce })
    await rpc('eth_sendRawTransaction', raw)
    return hash
  }

  return {
    address: account.address,
    send: transaction => {
      const result = line.then(() => send(transaction))
      line = result.catch(() => {})
      return result
    },
  }
}

/** Sends again what the chain has forgotten (it restarted from an older snapshot). */
export async function resend({ rpc, sent }: { rpc: Rpc; sent: Table<Sent> }): Promise<void> {
  const waiting = sent.all().sort((a, b) => a.nonce - b.nonce)
  for (const { raw } of waiting) await rpc('eth_sendRawTransaction', raw).catch(() => {})
}

/** Forgets transactions that a snapshot holds now. */
export async function forgetMined({ rpc, sent }: { rpc: Rpc; sent: Table<Sent> }) {
  for (const { hash } of sent.all()) {
    const transaction = await rpc<{ blockNumber: string | null } | null>('eth_getTransactionByHash', hash)
    if (transaction?.blockNumber) sent.drop(hash)
  }
}
