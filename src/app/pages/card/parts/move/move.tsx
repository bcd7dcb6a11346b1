import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { type Card, type CardType, cards, types } from '../../../../../contract/card.ts'
import { masterBudgetBalance } from '../../../../../contract/wallet.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { type Load, useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { AnswerFirst } from './answer-first.tsx'
import { canMove } from './can-move.ts'
import { MoveEntry } from './move-entry.tsx'
import type { Direction } from './move-plan.ts'

interface MoveProps {
  direction: Direction
  cardId?: string | undefined
  /** The card is given, the way too: no chooser, no switch. */
  isFixed?: boolean
  /** Coins that can be turned into the wallet's USDT instead. */
  coins?: string[]
  onCoin?: ((coin: string) => void) | undefined
}

/** Moves money between wallet and card: where, how much, what it costs, PIN, result. */
export function Move({ direction, cardId, isFixed = false, coins = [], onCoin }: MoveProps) {
  const [way, setWay] = useState(direction)
  const cardPage = useLoad(cards, { pageSize: 50, page: 1 })
  const kinds = useLoad(types, { pageSize: 1000, page: 1 })
  const master = useLoad(masterBudgetBalance, {})
  const title = t(way === 'toCard' ? 'card.move.toCard' : 'card.move.toWallet')
  const all = together({ cardPage, kinds, master })
  const fits = ({ id }: Card) => !isFixed || id === cardId
  const usable = all.data?.cards.filter(card => fits(card) && canMove(card, way)) ?? []
  return (
    <AnswerFirst cards={all.data?.cards} onMoved={all.reload}>
      {before =>
        all.data && usable.length > 0 ? (
          <MoveEntry
            title={title}
            direction={way}
            first={usable.find(({ id }) => id === cardId) ?? (usable[0] as Card)}
            cards={isFixed ? [] : usable}
            kinds={all.data.kinds}
            wallet={all.data.wallet}
            keep={all.data.keep}
            coins={way === 'toWallet' ? coins : []}
            onCoin={onCoin}
            onSwap={isFixed ? undefined : () => setWay(way === 'toCard' ? 'toWallet' : 'toCard')}
            onMoved={all.reload}
            before={before}
          />
        ) : (
          <Page title={title}>
            <Loaded of={all}>
              {({ cards }) => (
                <NoCard idle={isFixed ? cards.find(fits) : undefined} coins={coins} onCoin={onCoin} />
              )}
            </Loaded>
          </Page>
        )
      }
    </AnswerFirst>
  )
}

interface NoCardProps extends Pick<MoveProps, 'coins' | 'onCoin'> {
  /** The card that was meant, which takes nothing. */
  idle: Card | undefined
}

function NoCard({ idle, coins = [], onCoin }: NoCardProps) {
  const why = idle?.status === 'frozen_risk' ? t('refusal.card_frozen') : t('refusal.card_closed')
  return (
    <Empty icon="credit-card" text={idle ? why : t('card.move.noCard')}>
      {idle && <Button href={link('cardDetail', { id: idle.id })}>{t('card.seeCard')}</Button>}
      {!idle && <Button href={link('cardTypeList')}>{t('card.open')}</Button>}
      {coins.map(coin => (
        <Button key={coin} kind="plain" onPress={() => onCoin?.(coin)}>
          {t('card.convert.coin', { coin })}
        </Button>
      ))}
    </Empty>
  )
}

interface Sources {
  cardPage: Load<Output<typeof cards>>
  kinds: Load<Output<typeof types>>
  master: Load<Output<typeof masterBudgetBalance>>
}

function together({
  cardPage,
  kinds,
  master,
}: Sources): Load<{ cards: Card[]; kinds: CardType[]; wallet: string; keep: string | null }> {
  const loads = [cardPage, kinds, master]
  const data =
    cardPage.data && kinds.data && master.data
      ? {
          cards: cardPage.data.list,
          kinds: kinds.data.list,
          wallet: master.data.available,
          keep: master.data.firstKeep,
        }
      : null
  const failed = loads.find(({ state }) => state === 'failed')
  return {
    data,
    state: failed ? 'failed' : data ? 'ready' : 'loading',
    refusal: null,
    status: failed?.status,
    reload: () => {
      for (const { reload } of loads) reload()
    },
  }
}
