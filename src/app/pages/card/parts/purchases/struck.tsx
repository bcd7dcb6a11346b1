import { css } from 'goober'
import type { ComponentChildren } from 'preact'

/** An amount that did not move, or came back at once, is struck through. */
export function Struck({ isOff, children }: { isOff: boolean; children: ComponentChildren }) {
  return isOff ? <s class={struck}>{children}</s> : children
}

const struck = css`
  color: var(--text-3);
`
