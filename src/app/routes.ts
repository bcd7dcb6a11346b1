import { areaOf, load as loadPage } from 'virtual:pages'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { tryOften } from './lazily.ts'
import type { Area } from './locales/keys.ts'
import { loadWords } from './state/locale.ts'
import { isSignedIn } from './state/session.ts'
import { Welcome } from './welcome.tsx'

/** What every page is given: the query of its URL. */
export interface PageProps {
  query: Record<string, string | undefined>
  /** Which try this is, and whether somebody is signed in; only here so that the Router notices. */
  attempt?: number
  isMine?: boolean
}

type Page = ComponentType<PageProps>
type LazyPage = Page & { preload: () => Promise<unknown> }

// Specification section 9. What comes later still, as the browser waits for it, takes its place.
const timeoutMs = 60_000
const pages = new Map<string, LazyPage>()
/** Rises when a page is to be tried again. */
export const attempts = signal(0)

/** The page of a route: a stranger's Home is here already, the others are loaded when first wanted. */
export function pageAt(name: string): Page {
  return isHere(name) ? Welcome : lazyPage(name)
}

/** Begins to load what a route needs; a press on a link calls it before the finger is up. */
export function preloadPage(name: string): Promise<unknown> | undefined {
  if (!name || isHere(name)) return
  return lazyPage(name).preload()
}

function isHere(name: string): boolean {
  return name === 'index' && !isSignedIn.value
}

function lazyPage(name: string): LazyPage {
  const known = pages.get(name)
  if (known) return known
  const page = lazy<Page>(() => robustly(name)) as unknown as LazyPage
  pages.set(name, page)
  return page
}

/** Never rejects: preact-iso's `lazy` would keep a rejection for ever. What fails is an error view that tries again. */
async function robustly(name: string): Promise<{ default: Page }> {
  globalThis.window?.glaze?.preload(name)
  const { area, source } = sourceOf(name)
  const parts = () => Promise.all([source(), loadWords(area), name !== 'index' && loadWords('forms')])
  const loading = tryOften(name, parts)
  try {
    const [page] = await Promise.race([loading, timeout()])
    return page
  } catch {
    loading.then(
      () => retry(name),
      () => {},
    )
    const { failedPage } = await import('./failed-page.tsx').catch(() => ({ failedPage: () => Blank }))
    return { default: failedPage(() => retry(name)) }
  }
}

function retry(name: string) {
  pages.delete(name)
  attempts.value += 1
}

/** The area whose words a route speaks, and how to load its page. */
function sourceOf(name: string): { area: Area; source: () => Promise<{ default: Page }> } {
  const area = name === 'index' ? 'core' : areaOf(name)
  if (area) return { area, source: () => loadPage(name) }
  return { area: 'nowhere', source: () => import('./nowhere.tsx') }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the page did not come')), timeoutMs)
  })
}

function Blank() {
  return null
}
