import { formatUnits, type Hex, maxUint256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { Refusal } from '../refusal.ts'
import type { Clock } from './clock.ts'
import { balanceCall, type Contracts, takeCall, tokenCall } from './contracts.ts'
import { depositCurrencies, scaleOf, unitsOf } from './deposit.ts'
import type { Rpc } from './rpc.ts'
import type { Wallet } from './wallet.ts'

type Currency = (typeof depositCurrencies)[number]

/** What the hot wallet is filled up to when the world starts and it is low. */
const wanted: Record<Currency, string> = { USDT: '100000', USDC: '100000', ETH: '100' }
/** Below this part of it the wallet is low. */
const lowPart = 10n

/** What may be done to the server's hot wallet from outside. */
export interface TreasuryAct {
  action: 'fund' | 'drain'
  currency: Currency
  /** In major units; left out: as much as the world starts with, or all there is. */
  amount?: string | undefined
}

/** The server's hot wallet as the world sees it: something to fill and to empty. */
export interface Treasury {
  address: Hex
  /** Makes it ready at the start: the faucet may take tokens back, and what is low is filled up. */
  prepare(): Promise<void>
  balances(): Promise<Record<Currency, string>>
  /** Done when it returns, one block later. */
  act(asked: TreasuryAct, clock: Clock): Promise<{ txHash: Hex | null }>
}

/**
 * Neither filling nor emptying uses the wallet's own key: its nonces belong to the server, which counts them. Tokens are
 * taken back by the faucet, which the wallet allows that for ever; ether is taken by the node's own hand, which leaves no
 * transaction and is undone by a reorganisation that reaches back further.
 */
export function treasuryOf({ rpc, faucet, contracts, key }: TreasuryNeeds): Treasury {
  const address = privateKeyToAddress(`0x${key}`)

  async function balanceOf(currency: Currency): Promise<bigint> {
    if (currency === 'ETH') return BigInt(await rpc<Hex>('eth_getBalance', address, 'latest'))
    return BigInt(
      await rpc<Hex>('eth_call', { to: contracts[currency], data: balanceCall(address) }, 'latest'),
    )
  }

  async function fund(currency: Currency, value: bigint): Promise<Hex> {
    if (currency === 'ETH') return await faucet.send({ to: address, value })
    return await faucet.send({ to: contracts[currency], data: tokenCall('transfer', address, value) })
  }

  async function drain(currency: Currency, amount: bigint | null): Promise<Hex | null> {
    const held = await balanceOf(currency)
    const value = amount ?? held
    if (value > held)
      throw new Refusal(409, 'balance_insufficient', 'The hot wallet does not hold that much.')
    if (currency !== 'ETH')
      return await faucet.send({ to: contracts[currency], data: takeCall(address, faucet.address, value) })
    await rpc('anvil_setBalance', address, toHex(held - value))
    return null
  }

  return {
    address,
    async prepare() {
      for (const token of [contracts.USDT, contracts.USDC]) {
        await rpc('anvil_setERC20Allowance', address, faucet.address, token, toHex(maxUint256))
      }
      let isFunded = false
      for (const currency of depositCurrencies) {
        const [held, full] = [await balanceOf(currency), unitsOf(wanted[currency], currency)]
        if (held * lowPart >= full) continue
        await fund(currency, full - held)
        isFunded = true
      }
      if (isFunded) await rpc('evm_mine')
    },
    async balances() {
      const held = await Promise.all(
        depositCurrencies.map(async currency => [
          currency,
          formatUnits(await balanceOf(currency), scaleOf(currency)),
        ]),
      )
      return Object.fromEntries(held) as Record<Currency, string>
    },
    async act({ action, currency, amount }, clock) {
      const units = amount === undefined ? null : unitsOf(amount, currency)
      const txHash = await clock.paused(() =>
        action === 'fund'
          ? fund(currency, units ?? unitsOf(wanted[currency], currency))
          : drain(currency, units),
      )
      await clock.mine(1)
      return { txHash }
    },
  }
}

interface TreasuryNeeds {
  rpc: Rpc
  faucet: Wallet
  contracts: Contracts
  /** Its private key: 32 bytes in hex. */
  key: string
}
