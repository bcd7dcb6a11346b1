import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { Output } from '../../../../contract/call.ts'
import type { Rate } from '../../../../contract/exchange.ts'
import type { queryWallet } from '../../../../contract/wallet.ts'
import { CoinMark } from '../../../display/coin-mark.tsx'
import { InLine } from '../../../display/in-line.tsx'
import { currency as pricing, t } from '../../../state/locale.ts'
import { isDoubtful, rateBehind, worth } from '../../../state/worth.ts'
import { Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { coinName } from './coins.ts'

export type WalletCoin = Output<typeof queryWallet>[number]

interface CoinHoldingProps {
  coin: WalletCoin
  /** Behind the name: a network. */
  badge?: string | null
  /** The first behind what people call it, the others below. */
  terms?: readonly string[] | undefined
  /** Which way money is to go: in, when what is held does not matter, or out, when what is available does. */
  direction?: 'in' | 'out' | undefined
  href?: string
  onPress?: () => void
}

/**
 * One coin in a list: all of it and what it is worth, or what of it can go out; below its name its terms, what is incoming
 * and, where it is only looked at, what is held and available.
 */
export function CoinHolding({ coin, badge, terms = [], direction, ...way }: CoinHoldingProps) {
  const { currency, balance, available, frozen, incoming } = coin
  const isLess = direction === 'out' && /[1-9]/.test(frozen)
  return (
    <Row
      picture={<CoinMark of={currency} />}
      title={
        <>
          {currency} {badge && <span class={network}>{badge}</span>}
        </>
      }
      note={
        <>
          <InLine of={[coinName(currency), terms[0]]} />
          <InLine of={terms.slice(1)} />
          <Part label={t('wallet.incoming')} amount={incoming} currency={currency} />
          {!direction && (
            <Part label={t('wallet.held')} amount={frozen} currency={currency}>
              <Part label={t('wallet.available')} amount={available} currency={currency} />
            </Part>
          )}
        </>
      }
      value={<Money amount={isLess ? available : balance} currency={currency} bare />}
      valueNote={
        isLess
          ? t('wallet.available')
          : (currency !== pricing.value || undefined) && <Worth amount={balance} of={currency} />
      }
      {...way}
    />
  )
}

interface WorthProps {
  amount: string
  of: string
  /** The rate it rests on, where others had a part in the amount. */
  by?: Rate | undefined
}

/** About what an amount is worth in the pricing currency; grey while its rate is not to be relied on. */
export function Worth({ amount, of, by = rateBehind([of]) }: WorthProps) {
  return (
    <span class={estimate} data-old={isDoubtful(by) || undefined}>
      <Money approx amount={worth(amount, of)} currency={pricing.value} />
    </span>
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
      <span class={line}>
        {label} <Money amount={amount} currency={currency} bare />
      </span>
      {children}
    </>
  )
}

const network = css`
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
const line = css`
  display: block;
`
const estimate = css`
  &[data-old] {
    color: var(--text-3);
  }
`
