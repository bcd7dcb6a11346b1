import { css } from 'goober'
import type { ComponentChildren } from 'preact'

/** One state of a part, with its name above. */
export function Shown({ as, children }: { as: string; children: ComponentChildren }) {
  return (
    <figure class={frame}>
      <figcaption class="cap">{as}</figcaption>
      {children}
    </figure>
  )
}

/** A piece of screen: what is fixed to the edges of the screen stays inside. */
export function Screen({ height, children }: { height: number; children: ComponentChildren }) {
  return (
    <div class={screen} style={`height:${height}px;--host-height:${height}px`}>
      {children}
    </div>
  )
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
`
const screen = css`
  position: relative;
  margin: 0 calc(-1 * var(--gutter));
  overflow: auto;
  border-block: 1px dashed var(--line-strong);
  transform: translateZ(0);
`
