import { useState } from 'react'
import { queryWallet } from '../../../contract/wallet.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { Assets } from './parts/assets.tsx'
import { CoinList, type Direction } from './parts/coin-list.tsx'
import { isMeant } from './parts/coins.ts'
import { useLive } from './parts/use-live.ts'

const renewMs = 30_000

/** A coin and its network, to deposit or to withdraw; all coins with what there is of each when it is not said which. */
export default function SelectCoin({ query }: PageProps) {
  const direction = query.for === 'in' || query.for === 'out' ? query.for : null
  const member = useMember()
  return (
    <Page title={t(direction ? `wallet.select.${direction}` : 'wallet.assets.list')}>
      {member && (direction ? <Coins direction={direction} to={query.to} /> : <Assets first={query.coin} />)}
    </Page>
  )
}

function Coins({ direction, to }: { direction: Direction; to: string | undefined }) {
  const wallet = useLive(queryWallet, {}, () => renewMs)
  const [typed, type] = useState('')

  return (
    <>
      <SearchField
        label={t('wallet.select.search')}
        placeholder={t('wallet.select.hint')}
        value={typed}
        onInput={type}
      />
      <Loaded of={wallet}>
        {coins => {
          const meant = coins.filter(coin => isMeant(coin, typed.trim()))
          return meant.length > 0 ? (
            <CoinList coins={meant} direction={direction} to={to} />
          ) : (
            <Empty icon="search" text={t('wallet.select.none', { typed: typed.trim() })}>
              <Button kind="plain" onPress={() => type('')}>
                {t('wallet.select.clear')}
              </Button>
            </Empty>
          )
        }}
      </Loaded>
    </>
  )
}
