import { css } from 'goober'
import { useId, useState } from 'react'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { recall, remember } from '../../../storage.ts'
import type { Question } from './find.ts'

/** Asks under an answer whether it helped, until this phone has heard a yes; a no leads to feedback about the question. */
export function Helped({ of: { id, question } }: { of: Question }) {
  const label = useId()
  const [state, tell] = useState(() => (recall<string[]>('helped', []).includes(id) ? 'known' : 'asked'))
  if (state === 'known') return null
  if (state === 'thanked') {
    return (
      <p tabIndex={-1} ref={focus}>
        {t('help.helped.thanks')}
      </p>
    )
  }
  return (
    <div class={box} role="group" aria-labelledby={label}>
      <span id={label} class="cap">
        {t('help.helped')}
      </span>
      <button
        type="button"
        onClick={() => {
          remember('helped', [...recall<string[]>('helped', []), id])
          tell('thanked')
        }}
      >
        {t('help.helped.yes')}
      </button>
      <a href={link('feedback', { question })}>{t('help.helped.no')}</a>
    </div>
  )
}

// Outside of the component: a new function at each drawing would take the focus each time.
const focus = (element: HTMLElement | null) => element?.focus()

const box = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  padding: 0 16px 12px;
  & span {
    flex: 1;
  }
  & button,
  & a {
    display: grid;
    place-items: center;
    min-width: 52px;
    min-height: 44px;
    color: var(--accent);
    font-size: .9375rem;
    font-weight: 600;
  }
`
