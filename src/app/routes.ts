import { areas, load as loadPage } from 'virtual:pages'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { loadShared, tryOften } from './lazily.ts'
import type { Area } from './locales/keys.ts'
import Home from './pages/home/index.tsx'
import { routeNames } from './route-names.ts'
import { loadWords } from './state/locale.ts'

/** What every page is given: the query of its URL. */
export interface PageProps {
  query: Record<string, string | undefined>
  /** Which try this is; only here so that the Router notices. */
  attempt?: number
}

type Page = ComponentType<PageProps>
type LazyPage = Page & { preload: () => Promise<unknown> }
type Load = (attempt: number) => Promise<{ default: Page }>

const timeoutMs = 120_000

const loadComing: Load = () => import('./elsewhere.tsx').then(({ Coming }) => ({ default: Coming }))
const loadNowhere: Load = () => import('./elsewhere.tsx').then(({ NotFound }) => ({ default: NotFound }))

/** The area whose words a route speaks, and how to load its page. */
function sourceOf(name: string): { area: Area; load: Load } {
  if (!(routeNames as readonly string[]).includes(name)) return { area: 'coming', load: loadNowhere }
  const area = areas[name]
  return area ? { area, load: attempt => loadPage(name, attempt) } : { area: 'coming', load: loadComing }
}

const pages = new Map<string, LazyPage>()
/** Rises when a page is to be tried again. */
export const attempts = signal(0)

/** The page of a route: Home is here already, the others are loaded when first wanted. */
export function pageAt(name: string): Page {
  return name === 'index' ? Home : lazyPage(name)
}

/** Begins to load what a route needs; a press on a link calls it before the finger is up. */
export function preloadPage(name: string) {
  if (name === 'index' || !name) return
  window.glaze?.preload(name)
  lazyPage(name).preload()
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
  window.glaze?.preload(name)
  const { area, load } = sourceOf(name)
  try {
    const words = [loadWords(area), loadShared()]
    const [page] = await Promise.race([Promise.all([tryOften(name, load), ...words]), timeout()])
    return page
  } catch {
    const { failedPage } = await import('./failed-page.tsx').catch(() => ({ failedPage: () => Blank }))
    return { default: failedPage(() => retry(name)) }
  }
}

function retry(name: string) {
  pages.delete(name)
  attempts.value += 1
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the page did not come')), timeoutMs)
  })
}

function Blank() {
  return null
}
