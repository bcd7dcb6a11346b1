import { css } from 'goober'
import type { Output } from '../../../../contract/call.ts'
import type { queryWallet } from '../../../../contract/wallet.ts'
import { duration } from '../../../display/duration.ts'
import { RateAge } from '../../../display/rate-age.tsx'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { rateBehind } from '../../../state/worth.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { List } from '../../../ui/list.tsx'
import { CoinHolding } from './coin-holding.tsx'

export type Direction = 'in' | 'out'
type WalletCoin = Output<typeof queryWallet>[number]
type Network = WalletCoin['networks'][number]

interface CoinListProps {
  coins: WalletCoin[]
  direction: Direction
  /** An address that was scanned: which coin goes there is still to be said. */
  to?: string | undefined
}

/** Coins on offer, each with its networks; below them those that are not on offer yet. */
export function CoinList({ coins, direction, to }: CoinListProps) {
  const isOffered = ({ networks }: WalletCoin) => networks.some(({ out }) => direction === 'in' || out)
  const offered = coins.filter(isOffered)
  const others = coins.filter(coin => !isOffered(coin))
  return (
    <div class={stack}>
      {offered.length > 0 && (
        <List label={t('wallet.select.list')}>
          {offered.flatMap(coin =>
            coin.networks.map(network => (
              <CoinRow
                key={coin.currency + network.chain}
                coin={coin}
                network={network}
                direction={direction}
                to={to}
              />
            )),
          )}
        </List>
      )}
      {others.length > 0 && (
        <section>
          <h2>{t('wallet.select.later')}</h2>
          <List>
            {others.map(coin => (
              <CoinRow key={coin.currency} coin={coin} network={null} direction={direction} />
            ))}
          </List>
          {direction === 'in' && <p class="cap">{t('wallet.select.laterNote')}</p>}
        </section>
      )}
      <p class="cap">
        <RateAge of={rateBehind(coins.map(({ currency }) => currency))} />
      </p>
    </div>
  )
}

interface CoinRowProps {
  coin: WalletCoin
  /** Null while the coin is not on offer. */
  network: Network | null
  direction: Direction
  to?: string | undefined
}

function CoinRow({ coin, network, direction, to }: CoinRowProps) {
  const { currency } = coin
  if (!network) return <CoinHolding coin={coin} />
  const { chain } = network
  const isIn = direction === 'in'
  return (
    <CoinHolding
      coin={coin}
      badge={chain}
      terms={isIn ? termsIn(network, currency) : termsOut(network, currency)}
      direction={direction}
      href={link(isIn ? 'transferIn' : 'transferOut', { coin: currency, chain, to })}
    />
  )
}

/** Fee, least and time, in the coin of the row; how many confirmations that takes is told beside the address. */
function termsIn({ min, expectedSeconds }: Network, currency: string): string[] {
  return [t('wallet.select.free'), least(min, currency), duration(expectedSeconds)]
}

function termsOut({ out }: Network, currency: string): string[] {
  if (!out) return []
  const fee = amountText({ amount: out.fee, currency, bare: true })
  return [t('wallet.select.fee', { fee }), least(out.min, currency), duration(out.expectedSeconds)]
}

function least(amount: string, currency: string): string {
  return t('wallet.select.least', { least: amountText({ amount, currency, bare: true }) })
}

const stack = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & > section {
    display: grid;
    gap: 8px;
  }
  & h2,
  & p {
    padding: 0 4px;
  }
  & h2 {
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & section ul {
    color: var(--text-2);
  }
  & li > * {
    flex-wrap: wrap;
  }
  & li > * > :nth-child(2) {
    min-width: 6rem;
  }
  & li > * > :last-child {
    margin-inline-start: auto;
  }
`
