import { css } from 'goober'
import type { ComponentChildren } from 'preact'

/** What is told in one line, or in as many as it takes: broken between its parts only, and no dot begins or ends one. */
export function InLine({ of }: { of: readonly ComponentChildren[] }) {
  return (
    <span class={cut}>
      <span>
        {of.filter(Boolean).map((part, index) => (
          <span key={String(index)}>
            <i>{index > 0 && ' · '}</i>
            <bdi>{part}</bdi>
          </span>
        ))}
      </span>
    </span>
  )
}

/**
 * Each part has its dot before it, no wider than its place; those that begin a line lie outside. A part longer than a line
 * goes on below itself.
 */
const cut = css`
  display: block;
  overflow: hidden;
  & > span {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: -.8em;
  }
  & > span > span {
    display: flex;
    min-width: 0;
  }
  & i {
    display: flex;
    flex: none;
    justify-content: center;
    width: .8em;
    clip-path: inset(0);
    font-style: normal;
  }
`
