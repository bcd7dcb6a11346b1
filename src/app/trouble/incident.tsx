import { css } from 'goober'
import { render } from 'preact'
import { link } from '../routing/hash-location.tsx'
import { loadWords, t } from '../state/locale.ts'

/** What operators tell everybody: since when, and in which words. */
export interface Incident {
  text: string
  since: string
}

const place = document.createElement('div')
let closed = ''

/** Shows an incident above the page, until it is over (null) or was closed. */
export async function showIncident(incident: Incident | null) {
  if (!place.isConnected) document.body.prepend(place)
  if (!incident || incident.since === closed) return render(null, place)
  await loadWords('forms')
  const close = () => {
    closed = incident.since
    render(null, place)
  }
  render(<Bar text={incident.text} onClose={close} />, place)
}

function Bar({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <p class={bar} role="status">
      <a href={link('info', { key: 'incident' })}>{text}</a>
      <button type="button" onClick={onClose} aria-label={t('sheet.close')}>
        ×
      </button>
    </p>
  )
}

const bar = css`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: calc(4px + var(--safe-top)) 4px 4px 16px;
  background: var(--warn-soft);
  color: var(--warn);
  font-size: .9375rem;
  & a {
    flex: 1;
    padding: 12px 0;
    text-decoration: underline;
    color: inherit;
    overflow-wrap: anywhere;
  }
  & button {
    flex: none;
    width: 44px;
    height: 44px;
    color: inherit;
    font-size: 1.375rem;
  }
`
