import { css } from 'goober'
import { render } from 'preact'
import { t } from '../state/locale.ts'

const place = document.createElement('div')

/** Offers the newer app that is here; `onUpdate` takes it. Its words are those of `forms`. */
export function showUpdateBar(onUpdate: () => void) {
  document.body.append(place)
  render(<Bar onUpdate={onUpdate} />, place)
}

function Bar({ onUpdate }: { onUpdate: () => void }) {
  return (
    <p class={bar} role="status">
      <span>{t('update.text')}</span>
      <button type="button" onClick={onUpdate}>
        {t('update.now')}
      </button>
    </p>
  )
}

const bar = css`
  position: fixed;
  inset: auto 16px calc(84px + var(--safe-bottom));
  z-index: 30;
  display: flex;
  align-items: center;
  justify-content: space-between;
  max-width: 448px;
  margin: 0 auto;
  padding: 4px 4px 4px 16px;
  border-radius: 14px;
  background: var(--raised);
  box-shadow: var(--e2), 0 0 0 1px var(--line);
  & button {
    min-height: 44px;
    padding: 0 14px;
    color: var(--accent);
    font-weight: 600;
  }
`
