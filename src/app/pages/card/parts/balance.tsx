import { css } from 'goober'
import type { Card } from '../../../../contract/card.ts'
import { hideAmounts, setHideAmounts, t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { isZero } from './reckon.ts'

/** Available large; what is reserved for purchases below, named. */
export function Balance({ card }: { card: Card }) {
  const isHidden = hideAmounts.value
  return (
    <section class={box} aria-label={t('card.balance')}>
      <p class="cap">
        <span>{t('card.availableUsd')}</span>
        <button
          type="button"
          aria-label={t(isHidden ? 'home.showLabel' : 'home.hideLabel')}
          onClick={() => setHideAmounts(!isHidden)}
        >
          <Icon name={isHidden ? 'eye' : 'eye-off'} size={18} />
        </button>
      </p>
      <p class="large" data-long={(!isHidden && card.available.length > 10) || undefined}>
        <Money amount={card.available} currency="USD" />
      </p>
      {!isZero(card.frozenAmount) && (
        <p class="cap sums">
          <span>
            {t('card.holds')} <Money amount={card.frozenAmount} currency="USD" />
          </span>
          <span>
            {t('card.balance')} <Money amount={card.balance} currency="USD" />
          </span>
        </p>
      )}
    </section>
  )
}

const box = css`
  & p:first-child {
    display: flex;
    align-items: center;
  }
  & button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin: -12px 0;
    color: var(--text-2);
  }
  & .large {
    font-size: min(2.25rem, 13vw);
    line-height: 2.75rem;
    font-weight: 600;
    letter-spacing: -.02em;
  }
  & .sums {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
  }
  & .large[data-long] {
    font-size: min(1.75rem, 9vw);
  }
`
