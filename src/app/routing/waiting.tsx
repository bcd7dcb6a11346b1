import { css } from 'goober'
import { BoneRow, List } from '../ui/list.tsx'

/** A page is on its way: an empty one in the shape of most. */
export function Waiting() {
  return (
    <div class={waiting} aria-busy="true">
      <List>
        {[0, 1, 2, 3, 4].map(index => (
          <BoneRow key={index} />
        ))}
      </List>
    </div>
  )
}

const waiting = css`
  position: fixed;
  inset: 0;
  z-index: 8;
  max-width: 480px;
  margin: 0 auto;
  padding: calc(18px + var(--safe-top)) var(--gutter) 0;
  background: var(--bg);
  &::before {
    content: "";
    display: block;
    width: 30%;
    height: 20px;
    margin-bottom: 26px;
    border-radius: 8px;
    background: var(--line);
  }
`
