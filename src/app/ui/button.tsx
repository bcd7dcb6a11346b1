import { css } from 'goober'
import type { ComponentChildren } from 'preact'

export interface ButtonProps {
  children: ComponentChildren
  /** `primary`, as without one, is ink, one on a page; `plain` has a border; `quiet` is text alone; `danger` is red. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  /** A link of the app (`link(…)`) drawn as a button. */
  href?: string
  isBusy?: boolean
  isDisabled?: boolean
  onPress?: () => void
}

/** A button as wide as its place, 52 px high. While busy it keeps its words and takes no press. */
export function Button({
  children,
  kind,
  type = 'button',
  href,
  isBusy = false,
  isDisabled = false,
  onPress,
}: ButtonProps) {
  if (href) {
    return (
      <a class={button} data-kind={kind} href={href}>
        {children}
      </a>
    )
  }
  return (
    <button
      class={button}
      data-kind={kind === 'primary' ? undefined : kind}
      type={type}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      onClick={event => (isBusy ? event.preventDefault() : onPress?.())}
    >
      {children}
    </button>
  )
}

const button = css`
  display: grid;
  place-items: center;
  width: 100%;
  min-height: 52px;
  padding: 8px 20px;
  border-radius: 16px;
  background: var(--ink);
  color: var(--on-ink);
  font-size: 1.0625rem;
  line-height: 1.5rem;
  font-weight: 600;
  text-align: center;
  overflow-wrap: anywhere;
  transition: opacity .12s, transform .12s;
  &:active {
    transform: scale(.985);
  }
  &:disabled {
    background: var(--sunken);
    color: var(--text-3);
    box-shadow: inset 0 0 0 1px var(--line);
    cursor: default;
  }
  &[data-kind="plain"] {
    background: var(--surface);
    color: var(--text);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  &[data-kind="quiet"] {
    background: none;
    color: var(--accent);
    min-height: 44px;
  }
  &[data-kind="danger"] {
    background: var(--neg-soft);
    color: var(--neg);
  }
  &[data-kind]:disabled {
    opacity: .65;
  }
  &[aria-busy] {
    opacity: .7;
    animation: breathe 1.2s ease-in-out infinite;
  }
`
