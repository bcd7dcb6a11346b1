import type { Issuer } from '../../src/server/cards/issuer.ts'
import type { Chain } from '../../src/server/chain/chain.ts'
import type { Treasury } from '../../src/server/chain/treasury.ts'
import type { RateSource } from '../../src/server/rates/source.ts'

// Ports that answer nothing: for tests that are not about them.

const unheard = async () => ({ outcome: 'unknown' }) as const

export const silentIssuer: Issuer = {
  createBudget: unheard,
  createCard: unheard,
  createPhysicalCard: unheard,
  cardsOf: unheard,
  orderOf: unheard,
  cancelOrder: unheard,
  remail: unheard,
  activate: unheard,
  setPin: unheard,
  changePhone: unheard,
  setFrozen: unheard,
  close: unheard,
  reportLost: unheard,
  createRevealToken: unheard,
  createCardholderSession: unheard,
  cardholderOf: unheard,
  openDispute: unheard,
  addEvidence: unheard,
  withdrawDispute: unheard,
  authorizationOf: unheard,
  eventsSince: unheard,
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
  balanceAt: silence,
  transfersBy: silence,
  addressOf: derivation => `0x${derivation.toString(16).padStart(40, '0')}`,
  paymentUri: ({ address }) => `ethereum:${address}`,
}

export const silentRates: RateSource = { read: silence }

export const silentTreasury: Treasury = {
  network: 'ERC20',
  address: `0x${'9'.repeat(40)}`,
  coins: ['USDT', 'USDC', 'ETH'],
  confirmations: 3,
  blockSeconds: 1,
  read: address => ({ problem: null, address }),
  balanceOf: silence,
  feeBalance: silence,
  minedCount: silence,
  prices: silence,
  costOf: () => 0n,
  sign: silence,
  broadcast: async () => 'unknown',
  fateOf: silence,
  useOf: silence,
  head: silence,
}
