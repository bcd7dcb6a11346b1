import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'react'
import { t } from '../state/locale.ts'
import { amountText } from './amount-text.ts'
import { Chip, Chips } from './chip.tsx'
import { AmountPad, type AmountPadProps } from './keypad.tsx'

export interface AmountEntryProps {
  typed: string
  onInput: (typed: string) => void
  currency: string
  /** Digits allowed after the point. */
  scale?: number
  sums: string[]
  /** What the last quick sum stands for: all that can be moved. */
  max: string
  /** Live words under the figure: limits, fee, trouble. */
  children: ComponentChildren
  /** Further chips beside the quick sums. */
  chips?: ComponentChildren
  /** As in `AmountPadProps`: what the button of the page does. */
  onEnter: AmountPadProps['onEnter']
}

/** A large figure, live words, quick sums and keys. */
export function AmountEntry({
  typed,
  onInput,
  currency,
  scale = 2,
  sums,
  max,
  children,
  chips,
  onEnter,
}: AmountEntryProps) {
  const live = useRef<HTMLDivElement>(null)
  const told = useTold(live)
  const whole = typed.split('.')[0] ?? ''
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',') + typed.slice(whole.length)
  return (
    <section class={box}>
      <p class="figure num" data-long={grouped.length > 9 || undefined} aria-live="polite">
        <span class={typed ? undefined : 'none'}>{grouped || '0'}</span>
        <span class="unit">{currency}</span>
      </p>
      <div class="live" ref={live}>
        {children}
      </div>
      <span class="sr" role="status">
        {told}
      </span>
      <Chips label={t('amountEntry.quick')}>
        {sums.map(sum => (
          <Chip key={sum} isOn={typed === sum} onPress={() => onInput(sum)}>
            {amountText({ amount: sum, currency, bare: true }).replace(/\.00$/, '')}
          </Chip>
        ))}
        {Number(max) > 0 && (
          <Chip isOn={typed === max} onPress={() => onInput(max)}>
            {t('amountEntry.all')}
          </Chip>
        )}
        {chips}
      </Chips>
      <AmountPad value={typed} onInput={onInput} scale={scale} onEnter={onEnter} />
    </section>
  )
}

const pauseMs = 1_000

/** What stands against the amount (`.bad`), for people who hear it: once the fingers rest, and once while it is the same. */
function useTold(live: { current: HTMLElement | null }): string {
  const [told, tell] = useState('')
  // After each rendering, since any may be of another digit or another answer.
  useEffect(() => {
    const timer = setTimeout(() => tell(live.current?.querySelector('.bad')?.textContent ?? ''), pauseMs)
    return () => clearTimeout(timer)
  })
  return told
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  margin-top: auto;
  & .figure {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: baseline;
    justify-content: center;
    font-size: 2.5rem;
    line-height: 3rem;
    font-weight: 600;
    letter-spacing: -.02em;
  }
  & .figure[data-long] {
    font-size: 1.75rem;
  }
  & .none {
    color: var(--text-3);
  }
  & .unit {
    color: var(--text-3);
    font-size: 1rem;
    font-weight: 500;
    letter-spacing: 0;
  }
  & .live {
    min-height: 2.625rem;
    text-align: center;
    color: var(--text-2);
    font-size: .875rem;
    line-height: 1.3125rem;
    text-wrap: balance;
    word-break: keep-all;
  }
  & .live p {
    text-wrap: inherit;
  }
  & .live a {
    display: inline-block;
    padding: 12px 8px;
    margin: -12px 0;
    font-weight: 600;
  }
  & [role="group"] {
    justify-content: safe center;
  }
  & .bad {
    color: var(--neg);
  }
  /* On a phone that lies on its side the keys stand beside all that the page says, the amount first. */
  @media (min-width: 560px) and (max-height: 480px) {
    &,
    main:has(> &) {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-content: start;
      column-gap: 16px;
      margin-top: 0;
    }
    main > & {
      display: contents;
    }
    & .figure,
    & .live {
      order: -1;
    }
  }
`
