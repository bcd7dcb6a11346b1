import type { Output } from '../../../../../contract/call.ts'
import { type Coin, coins } from '../../../../../contract/money.ts'
import type { queryWallet } from '../../../../../contract/wallet.ts'

export type WalletCoins = Output<typeof queryWallet>

/** Whether it is a coin that can become USDT: it may come from a URL. */
export function isConvertible(coin: string | undefined): coin is Exclude<Coin, 'USDT'> {
  return coin !== 'USDT' && coins.some(each => each === coin)
}

/** The coins of a wallet that can become USDT now. */
export function convertible(wallet: WalletCoins): string[] {
  return wallet
    .filter(({ currency, available }) => isConvertible(currency) && /[1-9]/.test(available))
    .map(({ currency }) => currency)
}
