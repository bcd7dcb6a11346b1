import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'react'
import { feel } from '../telegram/telegram.ts'
import { Icon } from './icon.tsx'

export interface ResultProps {
  state: 'done' | 'processing' | 'failed'
  title: string
  /** The money it was about. */
  amount?: ComponentChildren
  /** What happened, whether money moved, and what comes next. */
  children?: ComponentChildren
}

/**
 * How it ended: a vermilion seal for success, a clock while it is not known, words for failure. It takes the focus from the
 * page's title, so that people who cannot see it hear it first, once, with its sum and words; what it comes to later is told.
 */
export function Result({ state, title, amount, children }: ResultProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const about = useRef<HTMLDivElement>(null)
  const first = useRef(title)
  const [told, tell] = useState('')
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    tell(title === first.current ? '' : `${title} ${about.current?.textContent}`)
  }, [title])
  useEffect(() => {
    if (state !== 'processing') feel(state === 'done' ? 'success' : 'error')
  }, [state])
  return (
    <div class={box}>
      {state === 'done' ? (
        <span class="seal" aria-hidden="true">
          成
        </span>
      ) : (
        <span class="sign" data-state={state}>
          <Icon name={state === 'failed' ? 'circle-alert' : 'clock'} size={32} />
        </span>
      )}
      <h2 ref={heading} tabIndex={-1} aria-describedby={id}>
        {title}
      </h2>
      <div id={id} ref={about}>
        {amount && <strong class="num">{amount}</strong>}
        {children}
      </div>
      <span class="sr" role="status">
        {told}
      </span>
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-wrap: anywhere;
  gap: 12px;
  justify-items: center;
  padding: 32px 0 8px;
  text-align: center;
  color: var(--text-2);
  & h2 {
    outline: none;
    color: var(--text);
    font-size: 1.25rem;
    line-height: 1.75rem;
  }
  & > div {
    display: contents;
  }
  & > div > p {
    text-wrap: balance;
    word-break: keep-all;
  }
  & > div > strong {
    color: var(--text);
    font-size: 1.75rem;
    line-height: 2.125rem;
    overflow-wrap: anywhere;
  }
  & .seal {
    display: grid;
    place-items: center;
    width: 2em;
    height: 2em;
    border: 3px solid var(--seal);
    border-radius: .36em;
    color: var(--seal);
    font-size: 2.25rem;
    font-weight: 700;
    rotate: -6deg;
    animation: stamp .18s cubic-bezier(.2, 0, 0, 1);
  }
  & .sign {
    display: grid;
    place-items: center;
    width: 72px;
    height: 72px;
    border-radius: 24px;
    background: var(--info-soft);
    color: var(--info);
  }
  & .sign[data-state="failed"] {
    background: var(--neg-soft);
    color: var(--neg);
  }
  @keyframes stamp {
    from {
      transform: scale(1.12) rotate(3deg);
      opacity: 0;
    }
  }
`
