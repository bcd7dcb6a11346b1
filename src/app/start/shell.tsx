import { extractCss } from 'goober'
import { renderToString } from 'preact-render-to-string'
import { App } from '../app.tsx'
import '../pages/home/index.tsx'
import '../pages/home/parts/to-do.tsx'
import './welcome.tsx'
import { preloadPage } from '../routing/routes.ts'
import { Waiting } from '../routing/waiting.tsx'
import { setLanguage } from '../state/locale.ts'
import { signIn, signOut } from '../state/session.ts'

// Runs at build only: Home and the tab bar as they are before anything was loaded, in both languages, and what stands
// for any other page until it is there.

const nobody = { token: 'shell', userInfo: { id: 'shell' } } as Parameters<typeof signIn>[0]

/** The prerendered shells and the style rules of everything the entry brings. */
export async function shell() {
  const chinese = await both()
  await setLanguage('en-US')
  const english = await both()
  return { chinese, english, waiting: renderToString(<Waiting />), css: extractCss() }
}

async function both() {
  signOut()
  await preloadPage('index')
  const signedOut = renderToString(<App />)
  signIn(nobody)
  await preloadPage('index')
  return { signedOut, signedIn: renderToString(<App />) }
}
