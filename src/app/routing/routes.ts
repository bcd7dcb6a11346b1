import { areaOf, loadHome, load as loadPage } from 'virtual:pages'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { late, tryOften } from '../chunks/lazily.ts'
import { loadWords } from '../state/locale.ts'
import { isSignedIn } from '../state/session.ts'

/** What every page is given: the query of its URL. */
export interface PageProps {
  query: Record<string, string | undefined>
  /** The route, which try this is, and whether somebody is signed in; only here so that the Router notices. */
  at?: string
  attempt?: number
  isMine?: boolean
}

type Page = ComponentType<PageProps>
type LazyPage = Page & { preload: () => Promise<unknown> }

// Specification section 9. What comes later still takes its place, as long as its file is waited for (`bring`).
const timeoutMs = 60_000
/** Home of a stranger; a name that no route has. */
const welcome = ':welcome'
const pages = new Map<string, LazyPage>()
/** Rises when a page is to be tried again. */
export const attempts = signal(0)

/** The page of a route, which is loaded when first wanted. */
export function pageAt(route: string): Page {
  return lazyPage(nameAt(route))
}

/** Begins to load what a route needs; a press on a link calls it before the finger is up. */
export function preloadPage(route: string): Promise<unknown> | undefined {
  return route ? lazyPage(nameAt(route)).preload() : undefined
}

/** At Home two pages share one route. */
function nameAt(route: string): string {
  return route === 'index' && !isSignedIn.value ? welcome : route
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
  const loading = tryOften(name, () => partsOf(name))
  try {
    const [page] = await Promise.race([loading, late(timeoutMs)])
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

/** A page, and the words that it speaks. */
async function partsOf(name: string): Promise<[{ default: Page }, ...unknown[]]> {
  if (name === welcome) return Promise.all([import('../start/welcome.tsx'), loadWords('welcome')])
  if (name === 'index') return [await loadHome()]
  globalThis.window?.glaze?.preload(name)
  const area = await areaOf(name)
  const page = area ? loadPage(name) : import('./nowhere.tsx')
  return Promise.all([page, loadWords(area || 'nowhere'), loadWords('forms')])
}

function Blank() {
  return null
}
