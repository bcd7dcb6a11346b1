import { css } from 'goober'
import { useState } from 'react'
import { queryWallet } from '../../../../contract/wallet.ts'
import { RateAge } from '../../../display/rate-age.tsx'
import { Loaded } from '../../../loading/loaded.tsx'
import { walletWorth } from '../../../overview.ts'
import { link } from '../../../routing/hash-location.tsx'
import { currency as pricing, t } from '../../../state/locale.ts'
import { isDoubtful, rateBehind } from '../../../state/worth.ts'
import { Button } from '../../../ui/button.tsx'
import { dots } from '../../../ui/dots.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { CoinHolding, type WalletCoin, Worth } from './coin-holding.tsx'
import { coinName } from './coins.ts'
import { useLive } from './use-live.ts'

const renewMs = 30_000

/** Every coin of the wallet: what is there, what is held, what is on its way, and what can be done with it. */
export function Assets({ first }: { first: string | undefined }) {
  const wallet = useLive(queryWallet, {}, () => renewMs)
  const [chosen, choose] = useState(first)
  return (
    <Loaded of={wallet}>
      {coins => {
        const open = coins.find(({ currency }) => currency === chosen)
        return (
          <div class={stack}>
            <Total coins={coins} />
            <List label={t('wallet.assets.list')}>
              {coins.map(coin => (
                <CoinHolding key={coin.currency} coin={coin} onPress={() => choose(coin.currency)} />
              ))}
            </List>
            <List>
              <Row
                icon="shield-check"
                title={t('wallet.assets.counted')}
                note={t('wallet.assets.countedNote')}
                href={link('about', { funds: 1 })}
              />
            </List>
            <Sheet
              isOpen={open !== undefined}
              title={open ? dots(open.currency, coinName(open.currency)) : ''}
              onClose={() => choose(undefined)}
            >
              {open && <Coin coin={open} />}
            </Sheet>
          </div>
        )
      }}
    </Loaded>
  )
}

function Total({ coins }: { coins: WalletCoin[] }) {
  const { total, held, unrated } = walletWorth(coins)
  const behind = rateBehind(['USDT', ...held])
  return (
    <header>
      <p class="cap">{t('wallet.assets.worth')}</p>
      <p class="total">
        <Worth amount={total} of="USDT" by={behind} />
      </p>
      <p class="cap">
        <RateAge of={behind} />
      </p>
      {unrated && <p class="cap">{t('rates.none', { coins: unrated })}</p>}
    </header>
  )
}

/** The figures of one coin and its ways in, out and over. */
function Coin({ coin: { currency, chain, balance, available, frozen, incoming } }: { coin: WalletCoin }) {
  const figure = (amount: string) => <Money exact amount={amount} currency={currency} />
  const way = { coin: currency, chain: chain[0] }
  return (
    <>
      <Summary
        label={currency}
        items={[
          { label: t('wallet.available'), value: figure(available) },
          { label: t('wallet.held'), value: figure(frozen) },
          { label: t('wallet.incoming'), value: figure(incoming) },
          {
            label: t('wallet.assets.worth'),
            value: currency !== pricing.value && <Worth amount={balance} of={currency} />,
          },
        ]}
      />
      {chain.length > 0 && (
        <div class={ways}>
          <Button href={link('transferIn', way)}>{t('home.deposit')}</Button>
          <Button kind="plain" href={link('transferOut', way)}>
            {t('home.withdraw')}
          </Button>
        </div>
      )}
      <Over coin={currency} />
    </>
  )
}

/** USDT goes to a card; every other coin becomes USDT, if there is a rate to be relied on. */
function Over({ coin }: { coin: WalletCoin['currency'] }) {
  if (coin === 'USDT') {
    return (
      <Button kind="plain" href={link('convertCard')}>
        {t('wallet.assets.toCard')}
      </Button>
    )
  }
  const rate = rateBehind([coin], 'USDT')
  if (rate && !isDoubtful(rate)) {
    return (
      <Button kind="plain" href={link('convertWallet', { coin })}>
        {t('wallet.assets.toUsdt')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="plain" isDisabled>
        {t('wallet.assets.toUsdt')}
      </Button>
      <p class="cap" role="note">
        {t(rate ? 'wallet.assets.oldRate' : 'wallet.assets.noRate')} <RateAge of={rate} />
      </p>
    </>
  )
}

const stack = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & header {
    padding: 0 4px;
  }
  & .total {
    font-size: min(1.75rem, 9vw);
    line-height: 2.25rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`
const ways = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr));
  gap: 12px;
`
