import { css } from 'goober'
import { render } from 'preact'
import { t } from '../state/locale.ts'
import { Icon } from '../ui/icon.tsx'

const place = document.createElement('div')

/** Offers the newer app that is here; `onUpdate` takes it. It lies over what is at the end of the page, until it is closed. */
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
      <button type="button" aria-label={t('sheet.close')} onClick={() => render(null, place)}>
        <Icon name="x" size={20} />
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
  max-width: 448px;
  margin: 0 auto;
  padding: 4px 4px 4px 16px;
  border-radius: 14px;
  background: var(--raised);
  box-shadow: var(--e2), 0 0 0 1px var(--line);
  & span {
    flex: 1;
  }
  & button {
    display: grid;
    place-items: center;
    min-width: 44px;
    min-height: 44px;
    padding: 0 12px;
    color: var(--accent);
    font-weight: 600;
  }
  & button + button {
    padding: 0;
    color: var(--text-3);
  }
`
