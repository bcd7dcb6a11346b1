import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { Card } from '../../../../contract/card.ts'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { cardTitle } from './card-tile.tsx'
import type { Direction } from './move-plan.ts'

export interface EndsProps {
  direction: Direction
  card: Card
  /** More than one makes the card a choice. */
  cards: Card[]
  wallet: string
  onCard: (cardId: string) => void
  onSwap?: (() => void) | undefined
}

/** From where to where, with what is available at either end, and a switch between them. */
export function Ends({ direction, card, cards, wallet, onCard, onSwap }: EndsProps) {
  const walletEnd = (
    <span>
      <b>{t('card.move.wallet')}</b>
      <Available amount={wallet} currency="USDT" />
    </span>
  )
  const cardEnd = (
    <span>
      {cards.length > 1 ? <Chooser card={card} cards={cards} onCard={onCard} /> : <b>{cardTitle(card)}</b>}
      <Available amount={card.available} currency="USD" />
    </span>
  )
  const [from, to] = direction === 'toCard' ? [walletEnd, cardEnd] : [cardEnd, walletEnd]
  return (
    <div class={box}>
      <End word={t('card.move.from')}>{from}</End>
      <End word={t('card.move.to')}>{to}</End>
      {onSwap && (
        <button type="button" aria-label={t('card.move.swap')} onClick={onSwap}>
          <Icon name="arrow-left-right" size={20} />
        </button>
      )}
    </div>
  )
}

function End({ word, children }: { word: string; children: ComponentChildren }) {
  return (
    <div>
      <i>{word}</i>
      {children}
    </div>
  )
}

function Available({ amount, currency }: { amount: string; currency: string }) {
  return (
    <span class="cap">
      {t('card.available')} <Money amount={amount} currency={currency} bare={currency === 'USDT'} />
    </span>
  )
}

function Chooser({ card, cards, onCard }: Pick<EndsProps, 'card' | 'cards' | 'onCard'>) {
  return (
    <select
      aria-label={t('card.move.choose')}
      value={card.id}
      onChange={event => onCard(event.currentTarget.value)}
    >
      {cards.map(each => (
        <option key={each.id} value={each.id}>
          {cardTitle(each)}
        </option>
      ))}
    </select>
  )
}

const box = css`
  position: relative;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > div {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 58px;
    padding: 7px 64px 7px 16px;
  }
  & > div + div {
    border-top: 1px solid var(--line);
  }
  & i {
    flex: none;
    min-width: 2.5em;
    font-style: normal;
    color: var(--text-3);
    font-size: .875rem;
  }
  & b {
    font-weight: 600;
  }
  & div > span {
    min-width: 0;
    line-height: 1.375rem;
  }
  & .cap {
    display: block;
  }
  & select {
    appearance: none;
    display: block;
    max-width: 100%;
    min-height: 1.5rem;
    padding: 0 18px 0 0;
    border: 0;
    background: linear-gradient(45deg, transparent 50%, var(--text-3) 50%) calc(100% - 5px) 55% / 5px 5px no-repeat, linear-gradient(-45deg, transparent 50%, var(--text-3) 50%) 100% 55% / 5px 5px no-repeat;
    font-weight: 600;
    text-overflow: ellipsis;
  }
  & option {
    color: #16181a;
    background: #fff;
  }
  & button {
    position: absolute;
    inset: 50% 12px auto auto;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-top: -22px;
    border-radius: 50%;
    background: var(--accent-soft);
    color: var(--accent);
    rotate: 90deg;
  }
`
