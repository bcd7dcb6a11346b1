import { signal } from '@preact/signals'
import { css } from 'goober'
import { t } from './state/locale.ts'
import { keepTyped } from './typed.ts'

/** A newer app is here: as a worker that waits for one tap, or (another tab took it) behind a reload. */
const waiting = signal<ServiceWorker | 'reload' | null>(null)
let isAsked = false

/** Registers the service worker once the page is quiet. In Telegram for iOS there is none: the app works without. */
export function registerWorker() {
  const workers = globalThis.navigator?.serviceWorker
  if (!workers || !import.meta.env.PROD) return
  let isFirst = !workers.controller
  workers.register('/sw.js').then(
    registration => {
      if (!registration) return
      offer(registration)
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', () => offer(registration))
      })
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) registration.update().catch(() => {})
      })
    },
    () => {},
  )
  workers.addEventListener('controllerchange', () => {
    if (isAsked) location.reload()
    else if (!isFirst) waiting.value = 'reload'
    isFirst = false
  })
}

/** Takes the newest app: the waiting worker, else a plain reload (index.html is never cached without a worker). */
export function update() {
  if (isAsked) return
  isAsked = true
  keepTyped()
  if (waiting.value && waiting.value !== 'reload') waiting.value.postMessage('skip')
  else location.reload()
}

function offer({ waiting: next, active }: ServiceWorkerRegistration) {
  if (next && active) waiting.value = next
}

export function UpdateBar() {
  return waiting.value ? (
    <p class={bar} role="status">
      <span>{t('update.text')}</span>
      <button type="button" onClick={update}>
        {t('update.now')}
      </button>
    </p>
  ) : null
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
