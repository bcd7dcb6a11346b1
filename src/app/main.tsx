import { hydrate, render } from 'preact'
import { App } from './app.tsx'
import { currentRoute, routeOf } from './routing/hash-location.tsx'
import './install/install.ts'
import { tryOften } from './chunks/lazily.ts'
import { preloadPage } from './routing/routes.ts'
import { refresh } from './send.ts'
import { isTelegram } from './start/launch.ts'
import { hideAmounts, loadWords } from './state/locale.ts'
import { followRates } from './state/rates.ts'
import { isSignedIn } from './state/session.ts'
import './styles/base.css'
import './styles/tokens.css'

// The head script has read the launch parameters and fitted the shell. What follows here: Telegram's theme and insets,
// the session and the rates at the same time, then the page.

const root = document.getElementById('app') as HTMLElement

if (isTelegram() || parent !== window)
  import('./telegram/start.ts').then(({ startTelegram }) => startTelegram())
if (isSignedIn.value) refresh()
followRates()
await words()
const isHome = currentRoute.value === 'index'
const isMine = isSignedIn.value
// Home is a file beside this one, which the head script has asked for. It imports from here: nothing may await it.
if (isHome) preloadPage('index')?.then(begin)
else begin()

/** They are asked for until they come: what is painted is of that language already. */
function words(): Promise<unknown> {
  return tryOften('core', () => loadWords('core')).catch(words)
}

function begin() {
  // Hydrating keeps what the shell has painted, attributes and all: only where nothing differs from it, and its page is here.
  const isWhoWasPainted = isMine === window.glaze?.isSignedIn && isMine === isSignedIn.value
  const isAsPainted = isHome && isWhoWasPainted && !hideAmounts.value && navigator.onLine
  if (isAsPainted && root.firstChild) hydrate(<App />, root)
  else {
    root.textContent = ''
    render(<App />, root)
  }
  // What was tapped on the painted shell is meant.
  window.glaze?.tapped?.click()
}

addEventListener('pointerdown', event => {
  const anchor = (event.target as Element | null)?.closest?.('a[href^="#/"]')
  if (anchor) preloadPage(routeOf((anchor.getAttribute('href') as string).slice(1)))
})

// Newcomers are left in peace: hands, and where all pages are, come with the first touch or key, or after ten seconds without,
// and the rest three seconds later.
const lookingMs = 10_000
const laterMs = 3_000
const firstTouch = new Promise(done => {
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, done, { once: true })
  setTimeout(done, lookingMs)
})
firstTouch.then(() => {
  if (window.glaze?.files) window.glaze.map().catch(ignore)
  import('./touch/hands.ts').then(({ beginHands }) => beginHands(), ignore)
  setTimeout(() => import('./chunks/idle.ts').then(({ whenQuiet }) => whenQuiet(), ignore), laterMs)
})

/** A chunk that did not come is asked for at the next start. */
function ignore() {}
