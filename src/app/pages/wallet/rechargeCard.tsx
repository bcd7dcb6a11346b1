import { useEffect, useState } from 'react'
import { detail } from '../../../contract/card.ts'
import { queryWallet } from '../../../contract/wallet.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chip.tsx'
import { dots } from '../../ui/dots.ts'
import { kindName } from '../../ui/kind-name.ts'
import { List, Row } from '../../ui/list.tsx'
import { Money } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { Swatch } from '../../ui/swatch.tsx'
import { AddressSkeleton } from './parts/deposit/address-card.tsx'
import { Deposit, type DepositCard, Leaving } from './parts/deposit/deposit.tsx'

/** Recharges a card on chain: the card's own address, and every payment to it as it comes. */
export default function RechargeCard({ query: { cardId } }: PageProps) {
  const member = useMember()
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  if (!cardId) return null
  return (
    <Page title={t('wallet.in.cardTitle')}>
      {member && (member.deleteAt ? <Leaving /> : <Recharge cardId={cardId} />)}
    </Page>
  )
}

function Recharge({ cardId }: { cardId: string }) {
  const card = useLoad(detail, { id: cardId })
  const wallet = useLoad(queryWallet, {})
  return (
    <Loaded of={card} isMain bones={<AddressSkeleton isCard />}>
      {found => (
        <>
          <List>
            <Row
              picture={<Swatch face={found.face} isSmall />}
              title={found.nickname ?? kindName(found.cardTypeName)}
              note={dots(found.organization, found.last4)}
              valueNote={t('wallet.available')}
              value={<Money amount={found.available} currency="USD" />}
              href={link('cardDetail', { id: cardId })}
            />
          </List>
          <Loaded of={wallet} isMain bones={<AddressSkeleton isCard />}>
            {coins => (
              <Networks
                card={found}
                chains={coins.find(({ currency }) => currency === 'USDT')?.chain ?? []}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

/** A card takes USDT, on each network that carries it. */
function Networks({ card, chains }: { card: DepositCard; chains: string[] }) {
  const [chain, choose] = useState(chains[0])
  if (!chain) {
    return (
      <Empty icon="qr-code" text={t('wallet.in.cardNone')}>
        <Button href={link('rechargeCard2', { cardId: card.id })}>{t('wallet.in.cardWallet')}</Button>
      </Empty>
    )
  }
  return (
    <>
      {chains.length > 1 && (
        <Chips label={t('wallet.in.network')}>
          {chains.map(each => (
            <Chip key={each} isOn={each === chain} onPress={() => choose(each)}>
              {each}
            </Chip>
          ))}
        </Chips>
      )}
      <Deposit key={chain} currency="USDT" chain={chain} card={card} />
    </>
  )
}
