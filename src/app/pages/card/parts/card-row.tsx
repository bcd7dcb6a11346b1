import { css } from 'goober'
import type { Card } from '../../../../contract/card.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Chip } from '../../../ui/chip.tsx'
import { dots } from '../../../ui/dots.ts'
import { kindName } from '../../../ui/kind-name.ts'
import { Money } from '../../../ui/money.tsx'
import { Swatch } from '../../../ui/swatch.tsx'
import { owedOn } from './debt/owed.ts'

const tones: Partial<Record<Card['status'], 'info' | 'warn' | 'neg'>> = {
  opening: 'info',
  frozen_user: 'info',
  inactive: 'info',
  frozen_risk: 'warn',
  pin_blocked: 'warn',
  negative: 'neg',
  lost: 'neg',
}

/** A card in one row: glaze, name, state in words, what is available or owed. `open` names what of it is opened at once. */
export function CardRow({ card, open }: { card: Card; open?: 'views' | undefined }) {
  const isOwing = owedOn(card) !== null
  return (
    <li>
      <a class={row} href={link('cardDetail', { id: card.id, open })}>
        <Swatch face={card.face} />
        <span class="words">
          <span>{card.nickname ?? kindName(card.cardTypeName)}</span>
          <span class="cap num">
            {dots(card.organization, card.last4)}{' '}
            {card.status !== 'active' && (
              <Chip tone={tones[card.status]}>{t(`cardState.${card.status}`)}</Chip>
            )}
          </span>
        </span>
        <span class="figure">
          <Money amount={isOwing ? card.balance : card.available} currency="USD" />
          <span class="cap">{t(isOwing ? 'card.owed' : 'card.available')}</span>
        </span>
      </a>
    </li>
  )
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
  min-height: 72px;
  padding: 12px 16px;
  color: var(--text);
  & .words {
    flex: 1 1 7.25rem;
    min-width: 0;
    overflow-wrap: anywhere;
    display: grid;
    gap: 2px;
  }
  & .figure {
    margin-inline-start: auto;
    text-align: end;
  }
  & .figure .cap {
    display: block;
  }
  &:active {
    background: var(--sunken);
  }
`
