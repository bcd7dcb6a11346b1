import { useEffect } from 'react'
import { detail, getCardType } from '../../../contract/card.ts'
import { masterBudgetBalance, queryTransferIn, queryWallet } from '../../../contract/wallet.ts'
import { duration } from '../../display/duration.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { amountText } from '../../ui/amount-text.ts'
import { Button } from '../../ui/button.tsx'
import { dots } from '../../ui/dots.ts'
import { List } from '../../ui/list.tsx'
import { Money } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { CardRow } from './parts/card-row.tsx'
import { Line, Way } from './parts/move/way.tsx'

/** Two ways to recharge a card, their fees and speed side by side. */
export default function SelectRecharge({ query: { cardId } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  return isMember && cardId ? <Ways cardId={cardId} /> : null
}

function Ways({ cardId }: { cardId: string }) {
  const card = useLoad(detail, { id: cardId })
  const wallet = useLoad(masterBudgetBalance, {}).data
  return (
    <Page title={t('card.ways.title')}>
      <Loaded of={card}>
        {found => (
          <>
            <List>
              <CardRow card={found} />
            </List>
            <FromWallet cardId={cardId} cardTypeId={found.cardTypeId} available={wallet?.available} />
            <OnChain cardId={cardId} />
            {wallet?.firstKeep && (
              <p class="cap">{t('card.ways.note', { amount: text(wallet.firstKeep) })}</p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface FromWalletProps {
  cardId: string
  cardTypeId: string
  /** In the wallet, once it is known. */
  available: string | undefined
}

function FromWallet({ cardId, cardTypeId, available }: FromWalletProps) {
  const { data: kind, state } = useLoad(getCardType, { id: cardTypeId })
  const unknown = state === 'failed' && '—'
  return (
    <Way
      icon="wallet"
      title={t('card.ways.wallet')}
      tag={t('card.ways.fastest')}
      items={[
        [t('card.ways.speed'), t('card.ways.atOnce')],
        [t('card.fees.recharge'), kind ? `${kind.rechargeFee}%` : unknown],
        [t('card.ways.least'), kind ? text(kind.singleRechargeMin) : unknown],
        [t('card.ways.most'), kind ? text(kind.singleRechargeLimit) : unknown],
        [t('card.available'), available && <Money amount={available} currency="USDT" />],
      ]}
    >
      <Button href={link('rechargeCard2', { cardId })}>{t('card.ways.useWallet')}</Button>
    </Way>
  )
}

function OnChain({ cardId }: { cardId: string }) {
  const { data, state } = useLoad(queryWallet, {})
  const chain = data?.find(({ currency }) => currency === 'USDT')?.chain[0]
  const isKnown = data !== null || state === 'failed'
  return (
    <Way
      icon="qr-code"
      title={t('card.ways.chain')}
      items={[
        [t('card.ways.network'), chain ? dots('USDT', chain) : isKnown && '—'],
        [t('card.fee'), t('card.ways.networkFee')],
      ]}
      more={chain && <ChainSummary cardId={cardId} chain={chain} />}
    >
      <Button kind="plain" href={link('rechargeCard', { cardId })}>
        {t('card.ways.useChain')}
      </Button>
    </Way>
  )
}

function ChainSummary({ cardId, chain }: { cardId: string; chain: string }) {
  const { data, state, refusal, reload } = useLoad(queryTransferIn, { currency: 'USDT', chain, cardId })
  if (!data && state === 'failed') {
    return (
      <div role="alert">
        <dt>{refusal ?? t('state.failed')}</dt>
        {!refusal && (
          <dd>
            <button type="button" onClick={reload}>
              {t('state.retry')}
            </button>
          </dd>
        )}
      </div>
    )
  }
  return (
    <>
      <Line label={t('card.ways.speed')} value={data && duration(data.expectedSeconds)} />
      <Line label={t('card.ways.least')} value={data && text(data.min)} />
      <Line label={t('card.ways.most')} value={data?.max && text(data.max)} />
    </>
  )
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
