import { css } from 'goober'
import { useLayoutEffect, useRef } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CardTile } from './card-tile.tsx'

interface CarouselProps {
  cards: Card[]
  at: number
  onMove: (at: number) => void
}

/** Card faces side by side, the next one peeking; the last place is for a new card. */
export function Carousel({ cards, at, onMove }: CarouselProps) {
  const list = useRef<HTMLUListElement>(null)
  const isDrawn = useRef(false)
  const order = cards.map(({ id }) => id).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a finger moves to another place, a new order moves the place
  useLayoutEffect(() => {
    // At the beginning it stands there by itself: to ask how wide a card is would lay the page out twice.
    if (list.current && (at > 0 || isDrawn.current)) list.current.scrollLeft = at * strideOf(list.current)
    isDrawn.current = true
  }, [order])

  function look() {
    const element = list.current
    if (!element) return
    const next = Math.round(Math.abs(element.scrollLeft) / strideOf(element))
    if (next !== at) onMove(Math.min(next, cards.length))
  }

  function show(index: number) {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    list.current?.children[index]?.scrollIntoView({ behavior, inline: 'center', block: 'nearest' })
  }

  return (
    <section aria-label={t('card.list')} aria-roledescription={t('card.carousel')}>
      <ul class={rail} ref={list} onScroll={look}>
        {cards.map((card, index) => (
          <li key={card.id} aria-label={t('card.nth', { n: index + 1, all: cards.length })}>
            <a href={link('cardDetail', { id: card.id })} onFocus={() => show(index)}>
              <CardTile card={card} />
            </a>
          </li>
        ))}
        <li>
          <a class="add" href={link('cardTypeList')} onFocus={() => show(cards.length)}>
            <Icon name="plus" />
            <span>{t('card.open')}</span>
          </a>
        </li>
      </ul>
      <p class={dots} aria-hidden="true">
        {[...cards, null].map((card, index) => (
          <i key={card?.id ?? 'add'} data-on={index === at || undefined} />
        ))}
      </p>
    </section>
  )
}

/** From one card's beginning to the next one's. */
function strideOf(list: HTMLElement): number {
  return (list.children[0] as HTMLElement).offsetWidth + 12
}

const rail = css`
  display: flex;
  gap: 12px;
  margin: -4px calc(-1 * var(--gutter)) 0;
  padding: 4px var(--gutter) 32px;
  overflow-x: auto;
  scroll-snap-type: x mandatory;
  scroll-padding: 0 var(--gutter);
  scrollbar-width: none;
  & li {
    flex: 0 0 90%;
    scroll-snap-align: center;
  }
  & a {
    display: block;
    outline-offset: 2px;
    border-radius: 14px;
  }
  & .add {
    display: grid;
    gap: 8px;
    place-content: center;
    justify-items: center;
    aspect-ratio: 1.586;
    border: 1.5px dashed var(--line-strong);
    font-weight: 600;
  }
`
const dots = css`
  display: flex;
  gap: 6px;
  justify-content: center;
  height: 6px;
  margin-top: -18px;
  & i {
    width: 6px;
    height: 6px;
    border-radius: 3px;
    background: var(--line-strong);
    opacity: .5;
    transition: width .2s;
  }
  & [data-on] {
    width: 18px;
    background: var(--accent);
    opacity: 1;
  }
`
