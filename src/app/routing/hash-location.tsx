import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { type LocationHook, LocationProvider } from 'preact-iso/router'
import { readHash } from '../start/launch.ts'
import { isSignedIn } from '../state/session.ts'
import { aliases } from './aliases.ts'
import type { RouteName } from './route-names.ts'

// The place in the app is the hash: `#/pages/{name}/{name}?id=…`. preact-iso's Router only reads the context that
// is fed here; it knows nothing of hashes.

interface Entry {
  /** How many entries of ours lie behind this one. */
  i: number
  /** Names the entry: scroll is kept by it. */
  k: string
}

export type Query = Record<string, string | number | boolean | null | undefined>

const place = signal(readUrl())
const scrolls = new Map<string, number>()
const backHandlers: (() => void)[] = []
const stepMs = 1_000
/** When a step back began that is not done yet. */
let steppedAt = 0
/** Closes the sheet once we are back on the page under it. */
let closing: (() => void) | undefined

/** Path and query of the place we are at; Home is `/`. */
export const currentUrl: ReadonlySignal<string> = place
/** The name of the route we are at, `index` at home. */
export const currentRoute = computed(() => routeOf(place.value))

/** The URL of a route inside the app, `#/…`, for links. Empty values of the query are left out. */
export function link(name: RouteName, query: Query = {}): string {
  const parts = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parts.set(key, String(value))
  }
  return withQuery(`#${pathOf(name)}`, parts)
}

/** A path with its query, as far as it has one: older webviews do not know how many there are (`size`). */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = String(query)
  return text ? `${path}?${text}` : path
}

/** The route a place belongs to: `/pages/card/card` is `card`, home is `index`, `/choose-location` itself. */
export function routeOf(url: string): string {
  const [, first = '', name = '', again = ''] = (url.split('?', 1)[0] as string).split('/')
  if (first !== 'pages') return first || 'index'
  return again === '' || again === name ? name : ''
}

function pathOf(name: RouteName): string {
  if (name === 'index') return '/'
  return name.includes('-') ? `/${name}` : `/pages/${name}/${name}`
}

/** Goes to a route. With `replace` the present one is forgotten. */
export function go(name: RouteName, query: Query = {}, { replace = false } = {}) {
  navigate(link(name, query).slice(1), replace)
}

/** Goes to a place of the app by its URL (`/pages/…`); anything else goes home, so no foreign target is followed. */
export function goTo(url: string, { replace = false } = {}) {
  navigate(/^\/(pages\/\w|(choose|open)-location|$|\?)/.test(url) ? url : '/', replace)
}

/** One step back: closes what is open on top, else the previous page, else home. Never leaves the app. */
export function back() {
  const close = backHandlers.at(-1)
  if (close) return close()
  if (entry().i === 0) return navigate('/', true)
  // The browser takes its time: whoever taps again meanwhile means the same step.
  if (Date.now() - steppedAt < stepMs) return
  steppedAt = Date.now()
  history.back()
}

/** Starts over at home: nothing to go back to. */
export function relaunch() {
  backHandlers.length = 0
  if (globalThis.history === undefined) return
  history.replaceState({ ...history.state, i: 0, k: newKey() }, '', '#/')
  show('/')
}

/** While something lies on top of the page, back closes it instead of leaving. Answers how to stop. */
export function onBack(close: () => void): () => void {
  backHandlers.push(close)
  return () => {
    const index = backHandlers.lastIndexOf(close)
    if (index >= 0) backHandlers.splice(index, 1)
  }
}

/** How far down we are still to come, once the page is tall enough. */
let aim = 0

/** Puts the scroll back where it was on this entry, at the top of a new one; a finger, a key and another place end it. */
export function restoreScroll() {
  let frames = 30
  const goOn = () => {
    if (!aim || scrollY >= aim - 1 || frames-- === 0) return
    scrollTo(0, aim)
    requestAnimationFrame(goOn)
  }
  aim = scrolls.get(known.k) ?? 0
  for (const type of ['pointerdown', 'wheel', 'keydown']) addEventListener(type, stayHere, { once: true })
  scrollTo(0, aim)
  goOn()
}

function stayHere() {
  aim = 0
}

/** Feeds preact-iso's Router from the hash. */
export function HashLocation({ children }: { children: ComponentChildren }) {
  useEffect(listen, [])
  const url = place.value
  const { pathname, searchParams } = new URL(url, 'http://app')
  // The Router reads `wasPush` only to scroll, as `restoreScroll` does here, and to look whether it still waits: two pages
  // share the path of Home.
  const query = Object.fromEntries(searchParams)
  const value: object = { url, path: pathname, query, wasPush: isSignedIn.value }
  return (
    <LocationProvider.ctx.Provider value={value as LocationHook}>{children}</LocationProvider.ctx.Provider>
  )
}

function navigate(to: string, isReplacing = false) {
  const from = entry()
  scrolls.set(from.k, scrollY)
  const url = canonical(to)
  // As browsers do it: a second tap on a link, while its page is on its way, leads nowhere else.
  const replace = isReplacing || url === place.peek()
  const state = { ...history.state, i: replace ? from.i : from.i + 1, k: newKey() }
  if (replace) history.replaceState(state, '', `#${url}`)
  else history.pushState(state, '', `#${url}`)
  show(url, replace)
}

/** Another page scrolls when it is there (`App`). One that was replaced by itself has changed a filter, and stays. */
function show(url: string, isReplaced = false) {
  const isSamePage = routeOf(url) === currentRoute.peek()
  place.value = url
  entry()
  if (!isSamePage) stayHere()
  else if (!isReplaced) restoreScroll()
}

function listen() {
  history.scrollRestoration = 'manual'
  const { state = { i: -1 } } = window.glaze ?? {}
  nameEntry({ ...state, i: state.i + 1 })
  entry()
  addEventListener('popstate', arrive)
  addEventListener('click', follow)
  // A link of the prerendered shell may have been tapped before anybody listened.
  place.value = readUrl()
  return () => {
    removeEventListener('popstate', arrive)
    removeEventListener('click', follow)
  }
}

let known: Entry = { i: 0, k: '' }

function arrive() {
  steppedAt = 0
  const pending = closing
  closing = undefined
  if (pending && history.state?.k === known.k) return pending()
  const close = backHandlers.at(-1)
  if (close && history.state?.i < known.i) {
    // Closing may replace the entry that the sheet lies over, so we go back to that entry first.
    closing = close
    return history.go(known.i - history.state.i)
  }
  // A typed address or a foreign link has no state of ours: it is a new entry.
  scrolls.set(known.k, scrollY)
  nameEntry({ i: known.i + 1 })
  show(readUrl())
}

/** Gives an entry a name that has none, and what else it lacks. */
function nameEntry(state: { i: number }) {
  if (history.state?.k === undefined) history.replaceState({ ...state, ...history.state, k: newKey() }, '')
}

function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  const anchor = (event.target as Element | null)?.closest?.('a[href^="#/"]')
  if (!anchor) return
  event.preventDefault()
  navigate((anchor.getAttribute('href') as string).slice(1), anchor.hasAttribute('data-replace'))
}

function entry(): Entry {
  const { i = 0, k = '' } = history.state ?? {}
  known = { i, k }
  return known
}

function readUrl(): string {
  if (globalThis.location === undefined) return '/'
  const { path, query } = readHash(location.hash)
  return canonical(withQuery(path, query))
}

/** One spelling for each place: home is `/`, and correct spellings lead to the specification's own. */
function canonical(url: string): string {
  const [path = '/', query] = url.split('?', 2)
  const name = routeOf(path)
  if (name === 'index') return query ? `/?${query}` : '/'
  const proper = aliases.get(name)
  return proper ? `${pathOf(proper)}${query ? `?${query}` : ''}` : url
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 8)
}
