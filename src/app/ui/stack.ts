import { css } from 'goober'

/** One below the other, as the parts of a page are; none is wider than the screen. */
export const stack = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
