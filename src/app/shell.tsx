import { extractCss } from 'goober'
import { renderToString } from 'preact-render-to-string'
import { App } from './app.tsx'
import { setLanguage } from './state/locale.ts'
import { signIn, signOut } from './state/session.ts'

// Runs at build only: Home and the tab bar as they are before anything was loaded, in both languages.

const nobody = { token: 'shell', userInfo: { id: 'shell' } } as Parameters<typeof signIn>[0]

/** The prerendered shells and the style rules of everything the entry brings. */
export async function shell() {
  const chinese = await both()
  await setLanguage('en-US')
  return { chinese, english: await both(), css: extractCss() }
}

async function both() {
  signOut()
  const signedOut = renderToString(<App />)
  signIn(nobody)
  return { signedOut, signedIn: renderToString(<App />) }
}
