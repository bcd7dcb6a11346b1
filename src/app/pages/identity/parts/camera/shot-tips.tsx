import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { Side } from '../kept.ts'

const tips = { document: ['corners', 'sharp', 'original'], hold: ['face', 'words', 'original'] } as const

/** How a picture of this side should be. */
export function ShotTips({ side }: { side: Side }) {
  return (
    <ul class={list}>
      {tips[side === 'hold' ? 'hold' : 'document'].map(tip => (
        <li key={tip}>
          <Icon name="check" size={18} />
          {t(`identity.tip.${tip}`)}
        </li>
      ))}
    </ul>
  )
}

const list = css`
  display: grid;
  gap: 10px;
  color: var(--text-2);
  & li {
    display: flex;
    gap: 10px;
  }
  & svg {
    flex: none;
    margin-top: .2em;
    color: var(--accent);
  }
`
