import { css } from 'goober'
import { RateAge } from '../../../display/rate-age.tsx'
import { hasFailed, type Overview, sum, unread, walletWorth } from '../../../overview.ts'
import { link } from '../../../routing/hash-location.tsx'
import { openScan } from '../../../scan/scanner.tsx'
import { currency, hideAmounts, language, setHideAmounts, t } from '../../../state/locale.ts'
import { isDoubtful, rateBehind, worth } from '../../../state/worth.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'

/** The sum of everything, what it is made of, and the four things most often done with it. */
export function Hero({ of }: { of: Overview | null }) {
  const worths = of && walletWorth(of.coins)
  const wallet = worths?.total
  const cards = of?.master.cardBalance ?? '0'
  const total = wallet && sum([wallet, cards])
  const held = worths?.held ?? []
  const priced = currency.value
  const isOwn = priced === 'USDT'
  const other = !isOwn ? 'USDT' : language.value === 'zh-CN' ? 'CNY' : 'EUR'
  const fade = isDoubtful(rateBehind(held)) ? 'opacity:.6' : ''
  const none = hasFailed.value ? '—' : <span class="bone" />
  // What is on the cards is in USD, which counts as USDT.
  const shown = (amount: string | null | undefined) =>
    amount ? <Money approx={!isOwn} bare={isOwn} amount={worth(amount, 'USDT')} currency={priced} /> : none
  return (
    <section class={hero} aria-busy={!of && !hasFailed.value}>
      <header>
        <h1 class="cap">{t('home.total', { currency: priced })}</h1>
        <HideSwitch />
        <Bell />
      </header>
      <p
        class="total"
        data-long={!hideAmounts.value && total && total.length > (isOwn ? 12 : 10) ? '' : undefined}
        style={fade}
      >
        {shown(total)}
      </p>
      <p class="cap">
        {total ? (
          <>
            <Money approx amount={worth(total, 'USDT', other)} currency={other} />
            <RateAge of={rateBehind([...held, other])} />
          </>
        ) : (
          none
        )}
      </p>
      {worths?.unrated && <p class="cap">{t('rates.none', { coins: worths.unrated })}</p>}
      <dl>
        <div>
          <dt class="cap">{t('home.wallet')}</dt>
          <dd style={fade}>{shown(wallet)}</dd>
        </div>
        <div>
          <dt class="cap">{t('home.cards')}</dt>
          <dd>{shown(of?.master.cardBalance)}</dd>
        </div>
      </dl>
      <Actions hasCard={Boolean(of?.cards.length)} />
    </section>
  )
}

function HideSwitch() {
  const isHidden = hideAmounts.value
  return (
    <button
      type="button"
      class="cap"
      aria-label={t(isHidden ? 'home.showLabel' : 'home.hideLabel')}
      onClick={() => {
        setHideAmounts(!isHidden)
        import('../../../telegram/telegram.ts').then(({ feel }) => feel('soft'), ignore)
      }}
    >
      <Icon name={isHidden ? 'eye' : 'eye-off'} size={18} />
      <span>{t(isHidden ? 'home.show' : 'home.hide')}</span>
    </button>
  )
}

/** What cannot be felt is seen. */
function ignore() {}

function Bell() {
  const count = unread.value
  const label = count > 0 ? t('home.unread', { count }) : t('home.messages')
  return (
    <a href={link('messageList')} aria-label={label} data-unread={count > 0 ? '' : undefined}>
      <Icon name="bell" size={22} />
    </a>
  )
}

function Actions({ hasCard }: { hasCard: boolean }) {
  const actions = [
    { icon: 'plus', label: t('home.deposit'), href: link('selectCoin', { for: 'in' }) },
    { icon: 'arrow-up-right', label: t('home.withdraw'), href: link('selectCoin', { for: 'out' }) },
    {
      icon: 'arrow-left-right',
      label: t('home.transfer'),
      href: link(hasCard ? 'convertCard' : 'cardTypeList'),
    },
  ] as const
  return (
    <nav aria-label={t('home.actions')}>
      {actions.map(({ icon, label, href }) => (
        <a key={icon} href={href}>
          <i>
            <Icon name={icon} />
          </i>
          <span>{label}</span>
        </a>
      ))}
      <button type="button" onClick={openScan}>
        <i>
          <Icon name="scan-line" />
        </i>
        <span>{t('home.scan')}</span>
      </button>
    </nav>
  )
}

const hero = css`
  & header {
    display: flex;
    align-items: center;
    min-height: 44px;
  }
  & h1 {
    flex: 1;
    font-weight: 400;
  }
  & header button,
  & header a {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 4px;
    min-width: 44px;
    min-height: 44px;
    padding: 0 8px;
    color: var(--text-2);
  }
  & header a {
    margin-inline-end: -10px;
  }
  & [data-unread]::after {
    content: "";
    position: absolute;
    inset: 10px 11px auto auto;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--seal);
    box-shadow: 0 0 0 2px var(--bg);
  }
  & .total {
    min-height: 3rem;
    font-size: min(2.5rem, 13vw);
    line-height: 3rem;
    font-weight: 600;
    letter-spacing: -.02em;
  }
  & .total[data-long] {
    font-size: min(2rem, 9vw);
  }
  & p.cap {
    display: flex;
    flex-wrap: wrap;
    column-gap: 12px;
    min-height: 1.125rem;
  }
  & dl {
    display: flex;
    flex-wrap: wrap;
    margin-top: 14px;
  }
  & dl div {
    flex: 1;
  }
  & dl div + div {
    padding-inline-start: 16px;
    border-inline-start: 1px solid var(--line);
  }
  & dd {
    min-height: 1.5rem;
    font-weight: 500;
  }
  & .bone {
    width: 50%;
    height: .875em;
  }
  & nav {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(4rem, 1fr));
    gap: 8px;
    margin: 20px 0;
  }
  & nav a,
  & nav button {
    color: var(--text);
    font-size: .8125rem;
    line-height: 1.125rem;
    font-weight: 500;
    text-align: center;
  }
  & nav i {
    display: grid;
    place-items: center;
    width: 52px;
    height: 52px;
    margin: 0 auto 6px;
    border-radius: 18px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line);
    transition: transform .12s;
  }
  & nav a:first-child i {
    background: var(--ink);
    color: var(--on-ink);
    box-shadow: none;
  }
  & nav :active > i {
    transform: scale(.94);
  }
`
