import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { Output } from '../../../../contract/call.ts'
import type { queryWallet } from '../../../../contract/wallet.ts'
import { link } from '../../../hash-location.tsx'
import { currency as pricing, t } from '../../../state/locale.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { when } from '../../../ui/when.ts'
import { coinName, markOf } from './coins.ts'
import { areRatesStale, ratesReadAt, worthNow } from './rate-age.ts'

export type Direction = 'in' | 'out'
type WalletCoin = Output<typeof queryWallet>[number]

/** Coins on offer, each with its networks; below them those that are not on offer yet. */
export function CoinList({ coins, direction }: { coins: WalletCoin[]; direction: Direction }) {
  const offered = coins.filter(({ chain }) => chain.length > 0)
  const others = coins.filter(({ chain }) => chain.length === 0)
  const at = ratesReadAt()
  return (
    <div class={stack}>
      {offered.length > 0 && (
        <List label={t('wallet.select.list')}>
          {offered.flatMap(coin =>
            coin.chain.map(chain => (
              <CoinRow key={coin.currency + chain} coin={coin} chain={chain} direction={direction} />
            )),
          )}
        </List>
      )}
      {others.length > 0 && (
        <section>
          <h2>{t('wallet.select.later')}</h2>
          <List>
            {others.map(coin => (
              <CoinRow key={coin.currency} coin={coin} chain={null} direction={direction} />
            ))}
          </List>
          <p class="cap">{t('wallet.select.laterNote')}</p>
        </section>
      )}
      {at && (
        <p class="cap">{t(areRatesStale() ? 'wallet.rateStale' : 'wallet.rateAt', { time: when(at) })}</p>
      )}
    </div>
  )
}

interface CoinRowProps {
  coin: WalletCoin
  /** Null while the coin is not on offer. */
  chain: string | null
  direction: Direction
}

function CoinRow({ coin, chain, direction }: CoinRowProps) {
  const { currency, balance, available, frozen, incoming } = coin
  const worth = worthNow(balance, currency, pricing.value)
  const target = direction === 'in' ? 'transferIn' : 'transferOut'
  return (
    <Row
      mark={markOf(currency)}
      title={
        <>
          {currency} {chain && <span class={badge}>{chain}</span>}
        </>
      }
      note={
        <>
          {coinName(currency)}
          <Part label={t('wallet.incoming')} amount={incoming} currency={currency} />
          <Part label={t('wallet.held')} amount={frozen} currency={currency}>
            <Part label={t('wallet.available')} amount={available} currency={currency} />
          </Part>
        </>
      }
      value={<Money amount={balance} currency={currency} bare />}
      valueNote={
        (currency !== pricing.value || undefined) && (
          <Money approx={worth !== 'NAN'} amount={worth} currency={pricing.value} />
        )
      }
      {...(chain && { href: link(target, { coin: currency, chain }) })}
    />
  )
}

interface PartProps {
  label: string
  amount: string
  currency: string
  children?: ComponentChildren
}

/** A part of the balance on a line of its own; nothing when it is zero. */
function Part({ label, amount, currency, children }: PartProps) {
  if (!/[1-9]/.test(amount)) return null
  return (
    <>
      <br />
      {label} <Money amount={amount} currency={currency} bare />
      {children}
    </>
  )
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
const badge = css`
  display: inline-block;
  padding: 0 6px;
  border-radius: 6px;
  background: var(--sunken);
  color: var(--text-2);
  font-size: .75rem;
  line-height: 1.25rem;
  font-weight: 500;
  vertical-align: .1em;
`
