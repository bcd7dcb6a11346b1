import { type Coin, coins } from '../../../../contract/money.ts'
import { t } from '../../../state/locale.ts'

/** What people call it: 泰达币, Tether. */
export function coinName(coin: Coin): string {
  return t(`wallet.coin.${coin}`)
}

/** Whether it is one of ours: it may come from a URL. */
export function isCoin(coin: string | undefined): coin is Coin {
  return coins.some(each => each === coin)
}

/** Whether what somebody types means this coin or one of its networks. */
export function isMeant({ currency, chain }: { currency: Coin; chain: string[] }, typed: string): boolean {
  const said = [currency, coinName(currency), ...chain].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => said.includes(word))
}
