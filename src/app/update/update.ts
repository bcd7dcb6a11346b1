import { loadWords } from '../state/locale.ts'
import { keepTyped } from './typed.ts'

/** A newer app is here: as a worker that waits for one tap, or (another tab took it) behind a reload. */
let waiting: ServiceWorker | 'reload' | null = null
let isAsked = false

/** Registers the service worker once the page is quiet. In Telegram for iOS there is none: the app works without. */
export function registerWorker() {
  const workers = globalThis.navigator?.serviceWorker
  if (!workers || !import.meta.env.PROD) return
  let isFirst = !workers.controller
  // Trusted types without a policy let no page of ours name a script: one that holds nothing else registers it.
  if (isFirst)
    document.body.append(
      Object.assign(document.createElement('iframe'), { hidden: true, src: '/worker.html' }),
    )
  workers.ready.then(registration => {
    offer(registration)
    // The browser looks for a newer one as it opens the page, before this is loaded.
    awaitNewer(registration)
    registration.addEventListener('updatefound', () => awaitNewer(registration))
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) registration.update().catch(() => {})
    })
  })
  workers.addEventListener('controllerchange', () => {
    if (isAsked) location.reload()
    else if (!isFirst) tell('reload')
    isFirst = false
  })
}

/** Takes the newest app: the waiting worker, else a plain reload (index.html is never cached without a worker). */
export function update() {
  if (isAsked) return
  isAsked = true
  keepTyped()
  if (waiting && waiting !== 'reload') waiting.postMessage('skip')
  else location.reload()
}

/** True while a newer app waits to be taken. */
export function isWaiting(): boolean {
  return waiting !== null
}

/** Offers the one that is being installed as soon as it is here. */
function awaitNewer(registration: ServiceWorkerRegistration) {
  if (!registration.active || !registration.installing) return
  // Now, while the files of this build are still to be had.
  loadBar()
  registration.installing.addEventListener('statechange', () => offer(registration))
}

function offer({ waiting: next, active }: ServiceWorkerRegistration) {
  if (next && active) tell(next)
}

async function tell(next: typeof waiting) {
  waiting = next
  const bar = await loadBar()
  bar?.showUpdateBar(update)
}

/** Nothing where it cannot be had: the next start takes the newest app anyway. */
function loadBar() {
  return Promise.all([import('./update-bar.tsx'), loadWords('forms')]).then(
    ([bar]) => bar,
    () => null,
  )
}
