import { css } from 'goober'

/** What a page shows in one piece lies on this: give it the class beside its own. */
export const paper = css`
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
`
