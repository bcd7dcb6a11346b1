import { HDKey } from '@scure/bip32'
import { nodeAt } from '../evm-node.ts'
import type { DepositWallets } from '../treasury.ts'
import { type EvmTreasurySettings, evmTreasury } from './evm.ts'

/** How to reach an EVM network, and the keys of the deposit addresses there. */
export interface EvmDepositSettings extends Omit<EvmTreasurySettings, 'key'> {
  /** Extended private key whose child i signs for deposit address i. */
  xprv: string
  /** The public part of it, which the addresses were given out by. */
  xpub: string
}

/** The deposit addresses as wallets. Throws when the key is not that of the addresses. The key is in this closure only. */
export function evmDepositWallets({ xprv, xpub, ...settings }: EvmDepositSettings): DepositWallets {
  const accounts = HDKey.fromExtendedKey(xprv)
  if (!accounts.privateKey || accounts.publicExtendedKey !== xpub)
    throw new Error('the key that deposits are swept with is not that of the deposit addresses')
  const node = nodeAt(settings)
  return derivation => {
    const { privateKey } = accounts.deriveChild(derivation)
    if (!privateKey) throw new Error(`there is no child ${derivation}`)
    return evmTreasury({ ...settings, key: Buffer.from(privateKey).toString('hex') }, node)
  }
}
