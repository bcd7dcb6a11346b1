import { effect } from '@preact/signals'
import { css } from 'goober'
import { render } from 'preact'
import { publicParam } from '../contract/params.ts'
import { hasInvite } from './app.tsx'
import { keepPreferences } from './preferences.ts'
import { send } from './send.ts'
import { loadWords, t, wireLanguage } from './state/locale.ts'

const everyMs = 5 * 60_000
let closed = ''

/** What can wait until the page is quiet: preferences of other devices, whether there is an invite tab, and what operators tell everybody. */
export async function whenQuiet() {
  keepPreferences()
  const place = document.createElement('div')
  document.body.prepend(place)
  effect(() => void tell(place, wireLanguage()))
  let at = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - at < everyMs) return
    at = Date.now()
    tell(place, wireLanguage())
  })
  const reply = await send(publicParam, { group: 'tab', key: 'inviteEnable' }, { background: true })
  if (reply.ok) hasInvite.value = reply.data !== false && reply.data !== 'false'
}

async function tell(place: Element, lang: 'zh' | 'en') {
  const reply = await send(publicParam, { group: 'app', key: 'incident', lang }, { background: true })
  if (!reply.ok) return
  const { text = '', since = '' } = (reply.data ?? {}) as { text?: string; since?: string }
  if (text) await loadWords('forms')
  const close = () => {
    closed = since
    render(null, place)
  }
  render(text && since !== closed ? <Incident text={text} onClose={close} /> : null, place)
}

function Incident({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <p class={bar} role="status">
      <span>{text}</span>
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
  & span {
    flex: 1;
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
