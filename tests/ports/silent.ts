import type { Issuer } from '../../src/server/cards/issuer.ts'
import type { Chain } from '../../src/server/chain/chain.ts'
import type { RateSource } from '../../src/server/rates/source.ts'

// Ports that answer nothing: for tests that are not about them.

export const silentIssuer: Issuer = {
  createBudget: async () => ({ outcome: 'unknown' }),
  createCard: async () => ({ outcome: 'unknown' }),
  setFrozen: async () => ({ outcome: 'unknown' }),
  createRevealToken: async () => ({ outcome: 'unknown' }),
}

const silence = () => Promise.reject(new Error('nobody is there'))

export const silentChain: Chain = {
  network: 'ERC20',
  coins: [
    { currency: 'USDT', decimals: 6 },
    { currency: 'USDC', decimals: 6 },
    { currency: 'ETH', decimals: 18 },
  ],
  confirmations: 3,
  blockSeconds: 1,
  startBlock: 0n,
  head: silence,
  block: silence,
  hashAt: silence,
  addressOf: derivation => `0x${derivation.toString(16).padStart(40, '0')}`,
  paymentUri: ({ address }) => `ethereum:${address}`,
}

export const silentRates: RateSource = { read: silence }
