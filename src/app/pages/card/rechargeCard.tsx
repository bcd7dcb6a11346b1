import { useEffect } from 'react'
import { detail } from '../../../contract/card.ts'
import { queryWallet } from '../../../contract/wallet.ts'
import { go, link } from '../../hash-location.tsx'
import type { PageProps } from '../../routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { useLoad } from '../../use-load.ts'
import { CardRow } from './parts/card-row.tsx'
import { ChainAddress } from './parts/chain-address.tsx'
import { Loaded } from './parts/loaded.tsx'

/** Recharges a card on chain: the card's own address, and every payment to it as it comes. */
export default function RechargeCard({ query: { cardId } }: PageProps) {
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  return cardId ? <Recharge cardId={cardId} /> : null
}

function Recharge({ cardId }: { cardId: string }) {
  const card = useLoad(detail, { id: cardId })
  const wallet = useLoad(queryWallet, {})
  return (
    <Page title={t('card.chain.title')}>
      <Loaded of={card}>
        {found => (
          <>
            <List>
              <CardRow card={found} />
            </List>
            <Loaded of={wallet}>
              {coins => {
                const chains = coins.find(({ currency }) => currency === 'USDT')?.chain ?? []
                return chains.length > 0 ? (
                  <ChainAddress cardId={cardId} last4={found.last4} chains={chains} />
                ) : (
                  <Empty icon="qr-code" text={t('card.chain.none')}>
                    <Button href={link('rechargeCard2', { cardId })}>{t('card.ways.useWallet')}</Button>
                  </Empty>
                )
              }}
            </Loaded>
          </>
        )}
      </Loaded>
    </Page>
  )
}
