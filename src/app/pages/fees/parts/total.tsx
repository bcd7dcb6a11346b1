import { css } from 'goober'
import { RateAge } from '../../../display/rate-age.tsx'
import { link } from '../../../routing/hash-location.tsx'
import { currency as priced, t } from '../../../state/locale.ts'
import { rateBehind } from '../../../state/worth.ts'
import { Money } from '../../../ui/money.tsx'
import { paper } from '../../../ui/paper.ts'
import { type Sum, unratedOf, worthOf } from './worths.ts'

/** What a year came to in the pricing currency, and of what coins; by which rates, where any are needed. */
export function Total({ year, of }: { year: string; of: readonly Sum[] }) {
  const currencies = of.map(({ currency }) => currency)
  const [unrated, isSame] = [unratedOf(of), currencies.every(currency => isAsGood(currency, priced.value))]
  return (
    <section class={`${paper} ${box}`}>
      <h2>{t('fees.total')}</h2>
      <strong>
        <Money approx={!isSame} amount={worthOf(of)} currency={priced.value} />
      </strong>
      <p>
        {of.map(({ amount, currency }) => (
          <Money key={currency} exact amount={amount} currency={currency} />
        ))}
      </p>
      {!isSame && (
        <p class="cap">
          {t('fees.atRatesOfNow')} <RateAge of={rateBehind(currencies)} />
        </p>
      )}
      {unrated.length > 0 && <p class="cap">{t('rates.none', { coins: unrated.join(', ') })}</p>}
      <a href={link('bill', { cost: 'all', year })}>{t('fees.bills')}</a>
    </section>
  )
}

/** USD counts as USDT. */
function isAsGood(currency: string, other: string): boolean {
  const plain = (name: string) => (name === 'USD' ? 'USDT' : name)
  return plain(currency) === plain(other)
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  justify-items: start;
  padding: 16px;
  & h2 {
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & strong {
    font-size: 2rem;
    line-height: 2.5rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & p {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    color: var(--text-2);
  }
  & a {
    display: grid;
    place-items: center;
    min-height: 44px;
    margin-bottom: -12px;
    font-size: .875rem;
    font-weight: 500;
  }
`
