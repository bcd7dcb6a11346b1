import { css } from 'goober'
import type { CardType } from '../../contract/card.ts'

/** A small tile in the glaze of a card. Decorative. */
export function Swatch({ face, isSmall = false }: { face: CardType['face']; isSmall?: boolean }) {
  return <span class={tile} data-face={face} data-small={isSmall || undefined} aria-hidden="true" />
}

const tile = css`
  flex: none;
  display: inline-block;
  width: 64px;
  aspect-ratio: 1.586;
  border-radius: 8px;
  background: linear-gradient(135deg, #c9ded3, #7fae9e);
  box-shadow: inset 0 0 0 1px rgb(0 0 0/.08);
  &[data-small] {
    width: 40px;
    border-radius: 6px;
  }
  &[data-face="ru"] {
    background: linear-gradient(135deg, #c6dce4, #6f9bb0);
  }
  &[data-face="oxblood"] {
    background: linear-gradient(135deg, #8e2230, #5a0f18);
  }
  &[data-face="tenmoku"] {
    background: linear-gradient(135deg, #4a3626, #0d0c0b);
  }
  &[data-face="cobalt"] {
    background: linear-gradient(135deg, #2e56a8, #0f2a66);
  }
  &[data-face="bisque"] {
    background: linear-gradient(135deg, #f3efe6, #d9d2c3);
  }
`
