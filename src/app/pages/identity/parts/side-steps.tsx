import { css } from 'goober'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { DocType, Side } from './kept.ts'
import { sideName } from './side-name.ts'
import { uploadPage } from './way.ts'

interface SideStepsProps {
  docType: DocType
  sides: readonly Side[]
  uploaded: readonly Side[]
  now: Side
  back: string | undefined
}

/** The pictures of a document in a line; what is there already can be taken again. */
export function SideSteps({ docType, sides, uploaded, now, back }: SideStepsProps) {
  return (
    <ol class={line} aria-label={t('identity.steps')}>
      {sides.map((side, index) => {
        const isDone = uploaded.includes(side)
        const inside = (
          <>
            <i>{isDone ? <Icon name="check" size={16} /> : index + 1}</i>
            <span>{sideName(docType, side)}</span>
            {isDone && <span class="sr">{t('identity.photo.isThere')}</span>}
          </>
        )
        return (
          <li key={side} aria-current={side === now ? 'step' : undefined} data-done={isDone ? '' : undefined}>
            {isDone && side !== now ? (
              <a href={link(uploadPage(docType), { side, back })} data-replace>
                {inside}
              </a>
            ) : (
              <span class="step">{inside}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const line = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: 6px;
  & li {
    border-top: 3px solid var(--line);
    color: var(--text-3);
    font-size: .875rem;
    line-height: 1.25rem;
  }
  & [data-done] {
    border-color: var(--accent);
    color: var(--text-2);
  }
  & [aria-current] {
    border-color: var(--ink);
    color: var(--text);
    font-weight: 600;
  }
  & a,
  & .step {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 6px;
    align-items: center;
    height: 100%;
    min-height: 44px;
    padding: 6px 0;
    color: inherit;
  }
  /* Beside its number as long as there is room for a word. */
  & i + span {
    flex: 1 1 3.75rem;
    min-width: 0;
  }
  & i {
    display: grid;
    place-items: center;
    flex: none;
    width: 1.375rem;
    height: 1.375rem;
    border-radius: 50%;
    box-shadow: inset 0 0 0 1.5px currentColor;
    font-size: .8125rem;
    font-style: normal;
  }
  & [data-done] i {
    background: var(--accent);
    color: var(--on-accent);
    box-shadow: none;
  }
`
