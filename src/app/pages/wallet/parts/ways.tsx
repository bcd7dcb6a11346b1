import { css } from 'goober'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'

interface Way {
  icon: IconName
  text: string
  onPress: () => void
}

/** Two things that can be done with an address, side by side. */
export function Ways({ of }: { of: [Way, Way] }) {
  return (
    <div class={ways}>
      {of.map(({ icon, text, onPress }) => (
        <button key={icon} type="button" onClick={onPress}>
          <Icon name={icon} size={20} />
          {text}
        </button>
      ))}
    </div>
  )
}

const ways = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  width: 100%;
  & button {
    display: flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 48px;
    color: var(--accent);
    font-size: .9375rem;
    font-weight: 600;
  }
  & svg {
    flex: none;
  }
`
