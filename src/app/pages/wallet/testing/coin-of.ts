import type * as z from 'zod/mini'
import type { walletCoin } from '../../../../contract/wallet.ts'

/** For tests: a coin of the wallet that can be deposited and withdrawn on one network; change what matters. */
export function coinOf(
  currency: z.output<typeof walletCoin>['currency'],
  balance: string,
  changes: Partial<z.output<typeof walletCoin>> = {},
): z.output<typeof walletCoin> {
  const out = { fee: '1', min: '10', expectedSeconds: 96 }
  return {
    currency,
    chain: ['ERC20'],
    networks: [{ chain: 'ERC20', min: '1', confirmations: 3, expectedSeconds: 36, out }],
    address: null,
    balance,
    frozen: '0',
    available: balance,
    incoming: '0',
    ...changes,
  }
}
