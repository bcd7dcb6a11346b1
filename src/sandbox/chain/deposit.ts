import { getAddress, type Hex, isAddress, parseUnits } from 'viem'
import { Refusal } from '../refusal.ts'
import { type Contracts, splitCall, tokenCall, tokenDecimals } from './contracts.ts'
import type { Wallet } from './wallet.ts'

export const depositCurrencies = ['USDT', 'USDC', 'ETH'] as const
/** `wrong-token` is a token that only looks like the coin; `failed` reverts; `twice` is two transfers in one transaction. */
export const depositKinds = ['transfer', 'wrong-token', 'failed', 'twice'] as const

export interface Deposit {
  address: string
  currency: (typeof depositCurrencies)[number]
  /** A decimal string in major units. */
  amount: string
  kind?: (typeof depositKinds)[number] | undefined
  /** For `twice`: where the second transfer goes, and how much; the same again when left out. */
  secondAddress?: string | undefined
  secondAmount?: string | undefined
}

/**
 * Sends what a depositor would send. The promise is the transaction's hash, before any block holds it.
 * The pauper has ether for the gas and not one token.
 */
export function depositor({
  faucet,
  pauper,
  contracts,
}: {
  faucet: Wallet
  pauper: Wallet
  contracts: Contracts
}) {
  return async (deposit: Deposit): Promise<Hex> => {
    const { currency, kind = 'transfer' } = deposit
    const to = addressOf(deposit.address)
    const value = unitsOf(deposit.amount, currency)
    if (currency === 'ETH') {
      if (kind !== 'transfer') throw new Refusal(422, 'kind_impossible', `Ether cannot be sent as ${kind}.`)
      return await faucet.send({ to, value })
    }

    const token = contracts[currency]
    switch (kind) {
      case 'transfer':
        return await faucet.send({ to: token, data: tokenCall('transfer', to, value) })
      case 'wrong-token':
        return await faucet.send({ to: contracts.FAKE, data: tokenCall('transfer', to, value) })
      case 'failed':
        return await pauper.send({ to: token, data: tokenCall('transfer', to, value) })
      case 'twice': {
        const second = {
          to: deposit.secondAddress === undefined ? to : addressOf(deposit.secondAddress),
          value: deposit.secondAmount === undefined ? value : unitsOf(deposit.secondAmount, currency),
        }
        return await faucet.send({ to: contracts.SPLITTER, data: splitCall(token, [{ to, value }, second]) })
      }
    }
  }
}

function addressOf(text: string): Hex {
  if (!isAddress(text, { strict: false }))
    throw new Refusal(422, 'address_invalid', 'This is not an address of the chain.')
  return getAddress(text)
}

/** Digits after the point on chain. */
export function scaleOf(currency: Deposit['currency']): number {
  return currency === 'ETH' ? 18 : tokenDecimals
}

/** A decimal string in the smallest unit on chain; refuses what is finer, or no number. */
export function unitsOf(amount: string, currency: Deposit['currency']): bigint {
  const scale = scaleOf(currency)
  if (!/^(0|[1-9]\d{0,12})(\.\d+)?$/.test(amount) || (amount.split('.')[1]?.length ?? 0) > scale) {
    throw new Refusal(
      422,
      'amount_invalid',
      `The amount must be a decimal number with at most ${scale} digits after the point.`,
    )
  }
  return parseUnits(amount, scale)
}
