import { expect, test } from 'vitest'
import { depositXprv, depositXpub } from '../../src/sandbox/chain/wallet.ts'
import { evmChain } from '../../src/server/chain/chains/evm.ts'
import { evmDepositWallets } from '../../src/server/chain/treasuries/evm-deposit-wallets.ts'
import { depositMnemonic, testMnemonic } from '../fixtures/chain/anvil.ts'

const network = {
  url: 'http://127.0.0.1:1',
  chainId: 31337,
  tokens: {},
  confirmations: 3,
  blockSeconds: 1,
  startBlock: 0n,
}
const xpub = depositXpub(depositMnemonic)
const walletsOf = (xprv: string) => evmDepositWallets({ ...network, xprv, xpub })

test.each([
  ['of other addresses', depositXprv(testMnemonic)],
  ['that is public only', xpub],
])('a key %s is refused before anything is signed with it', (_name, xprv) => {
  expect(() => walletsOf(xprv)).toThrow('is not that of the deposit addresses')
})

test('each address signs for itself', () => {
  const [wallets, chain] = [walletsOf(depositXprv(depositMnemonic)), evmChain({ ...network, xpub })]
  for (const derivation of [0, 1, 77]) expect(wallets(derivation).address).toBe(chain.addressOf(derivation))
})
