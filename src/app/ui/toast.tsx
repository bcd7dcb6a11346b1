import { signal } from '@preact/signals'
import { css } from 'goober'

interface Line {
  id: number
  text: string
}

const lines = signal<Line[]>([])
let count = 0

/**
 * Says something for a moment, in place of the title of the page; 3 s by default (specification section 9). The same words are
 * not said twice at once.
 */
export function toast(text: string, durationMs = 3_000) {
  if (lines.value.some(line => line.text === text)) return
  count += 1
  const line = { id: count, text }
  lines.value = [...lines.value, line]
  setTimeout(() => {
    lines.value = lines.value.filter(({ id }) => id !== line.id)
  }, durationMs)
}

/** The words on the screen now. */
export function shownToasts(): string[] {
  return lines.value.map(({ text }) => text)
}

/** How many sheets are open. What lies under one is not heard and hardly seen: each has toasts of its own. */
export const sheets = signal(0)

export function Toasts({ isInSheet = false }: { isInSheet?: boolean }) {
  return (
    <div class={shelf} aria-live="polite">
      {(isInSheet || !sheets.value) && lines.value.map(({ id, text }) => <p key={id}>{text}</p>)}
    </div>
  )
}

const shelf = css`
  position: fixed;
  /* Between what is pressed on both sides of a title; no keyboard is ever over it. */
  inset: calc(6px + var(--safe-top)) 0 auto;
  z-index: 60;
  display: grid;
  gap: 8px;
  justify-items: start;
  max-width: 480px;
  margin: 0 auto;
  padding: 0 60px 0 54px;
  pointer-events: none;
  & p {
    padding: 10px 16px;
    border-radius: 14px;
    background: var(--ink);
    color: var(--on-ink);
    font-size: .9375rem;
    line-height: 1.375rem;
    box-shadow: var(--e2);
    animation: rise .2s cubic-bezier(.05, .7, .1, 1);
  }
`
