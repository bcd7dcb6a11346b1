import { css } from 'goober'
import { type Glaze, tile } from './card-face.tsx'

/** A small tile in the glaze of a card. Decorative. */
export function Swatch({ face, isSmall = false }: { face: Glaze; isSmall?: boolean }) {
  return (
    <span
      class={`${tile} ${swatch}`}
      data-face={face}
      style={isSmall ? 'width:40px' : 'width:64px'}
      aria-hidden="true"
    />
  )
}

const swatch = css`
  flex: none;
  padding: 0;
  border-radius: 7px;
  box-shadow: inset 0 0 0 1px rgb(0 0 0/.08);
  &::after {
    content: none;
  }
`
