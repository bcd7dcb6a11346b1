import { css } from 'goober'
import type { ComponentChildren } from 'preact'

export interface ChipProps {
  children: ComponentChildren
  /** With `onPress` it is a choice that can be on or off; without, a label. */
  isOn?: boolean
  onPress?: () => void
  tone?: 'pos' | 'neg' | 'warn' | 'info' | undefined
}

/** A filter or a short state. */
export function Chip({ children, isOn = false, onPress, tone }: ChipProps) {
  return onPress ? (
    <button type="button" class={chip} aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  ) : (
    <span class={chip} data-tone={tone ?? 'plain'}>
      {children}
    </span>
  )
}

/** Chips in one line that scrolls sideways. */
export function Chips({ children, label }: { children: ComponentChildren; label: string }) {
  return (
    <div class={line} role="group" aria-label={label}>
      {children}
    </div>
  )
}

const chip = css`
  display: inline-flex;
  align-items: center;
  flex: none;
  min-height: 36px;
  padding: 0 14px;
  border-radius: 999px;
  box-shadow: inset 0 0 0 1px var(--line);
  background: var(--surface);
  font-size: .875rem;
  line-height: 1.25rem;
  position: relative;
  &[aria-pressed]::after {
    content: "";
    position: absolute;
    inset: -4px 0;
  }
  &[aria-pressed="true"] {
    background: var(--ink);
    color: var(--on-ink);
    box-shadow: none;
  }
  &[data-tone] {
    min-height: 24px;
    padding: 0 8px;
    border-radius: 8px;
    box-shadow: none;
    background: var(--sunken);
    font-size: .8125rem;
  }
  &[data-tone="pos"] {
    background: var(--pos-soft);
    color: var(--pos);
  }
  &[data-tone="neg"] {
    background: var(--neg-soft);
    color: var(--neg);
  }
  &[data-tone="warn"] {
    background: var(--warn-soft);
    color: var(--warn);
  }
  &[data-tone="info"] {
    background: var(--info-soft);
    color: var(--info);
  }
`
const line = css`
  display: flex;
  gap: 8px;
  margin: 0 calc(-1 * var(--gutter));
  padding: 4px var(--gutter);
  overflow-x: auto;
  scrollbar-width: none;
`
