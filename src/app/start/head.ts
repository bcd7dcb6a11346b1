import { keepWith, keys, recall, remember, tokenNow } from '../storage.ts'
import { hasQuestion } from './early.ts'
import { isDark, isTelegram, type LaunchParams, languageOf, readHash, startParam } from './launch.ts'

// Runs in the head of index.html, before anything is painted: small, without imports at run time.

/** What the build knows of its own files: the entry, and the files of each route. */
export interface Files {
  entry: string
  /** Home of a customer and what it imports, and Home of a stranger. */
  customer: string[]
  stranger: string[]
  /** The words that the entry waits for. What is spoken has the name of its Chinese here; the English one differs by that. */
  core: string
  /** The words of what a customer's Home asks for first. */
  todo: string
  /** What English needs beside its words. */
  format: string
  /** What some pages of a customer ask first (early.ts). */
  early: string
  /** What every page but Home needs. */
  everywhere: string[]
  /** Where all others are (`FileMap`). */
  map: string
  /** The icons of the shell: names and paths. */
  icons: Record<string, string>
}

/** What Home has no use for: a file of its own, a kilobyte that most starts do without. */
export interface FileMap {
  /** Every lazy file, without folder and ending: first those of pages, then the rest. */
  files: string[]
  /** For each file of pages its area (none for what lies over pages) and its routes, with blanks between. */
  flows: string[]
  /** For each of them what it imports, beside what every page needs: indices into `files`. */
  needs: number[][]
}

/** As it stands in index.html. */
export interface Printed extends Files {
  /** The English of the prerendered shells: texts, then labels, in document order. */
  words: { signedOut: [string[], string[]]; signedIn: [string[], string[]] }
}

/** What the head script leaves for the app. */
export interface Glaze {
  params: LaunchParams | null
  language: 'zh-CN' | 'en-US'
  isSignedIn: boolean
  /** The route that was asked for; `/` is Home, which the shell already shows. */
  path: string
  /** The entry of the history that the app is opened at. */
  state?: { i: number }
  /** Answers of calls that were sent before the app was there, by address and body; let go when they are no longer new. */
  early: Record<string, Promise<Response> | undefined>
  /** A painted button that was tapped before anybody listened. */
  tapped?: HTMLElement | null
  /** What the app takes over instead of bringing its own (build/from-head.ts). */
  shared?: typeof shared
  files?: Files
  /** A customer's Home, once its file is here. */
  home?: unknown
  /** Takes `Printed` as JSON. */
  show: (json: string) => void
  /** Asks for what a page needs. */
  preload: (route: string) => void
  map: () => Promise<FileMap>
}

const shared = {
  isDark,
  isTelegram,
  languageOf,
  readHash,
  startParam,
  keepWith,
  keys,
  recall,
  remember,
  tokenNow,
}

declare global {
  interface Window {
    glaze?: Glaze
  }
  /** Whether entry and first calls come before the first frame (build/head.ts). */
  const __EARLY__: boolean
}

const session = sessionParams()
const { params: fresh, path, query } = readHash(location.hash)
const params = fresh ?? session
const outer = new URLSearchParams(location.search)
const root = document.documentElement

if (fresh) {
  try {
    sessionStorage.setItem('__telegram__initParams', JSON.stringify(fresh))
  } catch {
    // Storage is blocked: history.state keeps them over a reload.
  }
  history.replaceState({ ...history.state, tg: fresh }, '', `#${path}${`${query}` && `?${query}`}`)
}

const [kind, id, spoken] = startParam(params)
const asked = languageOf(query.get('lang') || outer.get('lang') || (fresh && spoken))
const chosen = languageOf(recall<{ value: string } | null>(keys.language)?.value)
// Once: after a reload the language may have been changed by hand.
const language = (!history.state?.lang && asked) || chosen || asked || 'zh-CN'
if (asked) remember(keys.language, { name: language === 'zh-CN' ? '简体中文' : 'English', value: language })
// An entry that a link of the shell makes before the app listens has no number: it is known by that.
const state = { i: 0, ...history.state, ...(asked && { lang: 1 }) }
history.replaceState(state, '')
root.lang = language === 'zh-CN' ? 'zh-Hans' : 'en'

const refer = query.get('refer') || outer.get('refer') || (kind === 'r' && id)
if (refer) remember(keys.refer, refer.slice(0, 64))

const around = isDark(params?.tgWebAppThemeParams) ?? matchMedia('(prefers-color-scheme:dark)').matches
const worn = recall(keys.appearance)
root.dataset.theme = worn === 'dark' || (worn !== 'light' && around) ? 'dark' : 'light'
if (params) {
  root.dataset.host = 'telegram'
  // What lay over the page at the last launch of this kind; in full screen, the first time, about what Telegram's buttons take.
  const { tgWebAppFullscreen: full = '' } = params
  root.style.cssText =
    recall<Record<string, string>>('hostRoom', {})[full] ?? (full && '--host-content-top:46px')
}
root.dataset.invite = `${recall('inviteTab')}`

const token = tokenNow()
const isHome = path === '/' || path === '/pages/index/index'

// What is parsed is Home in Chinese, as strangers see it: a slow phone paints it for everybody else, too, if it may.
if (!isHome || token || language === 'en-US') root.dataset.unfit = ''

function sessionParams(): LaunchParams | null {
  try {
    const text = sessionStorage.getItem('__telegram__initParams')
    // Anything can be written there.
    if (text?.includes('"tgWebApp')) return JSON.parse(text)
  } catch {
    // Storage is blocked, or holds something else.
  }
  return history.state?.tg ?? null
}

const glaze = {
  params,
  language,
  isSignedIn: token !== '',
  path: isHome ? '/' : path,
  state,
  early: {},
  shared,
  show,
  preload,
  map: mapOfFiles,
} satisfies Glaze as Glaze & { shared: typeof shared }
window.glaze = glaze

addEventListener(
  'click',
  event => {
    glaze.tapped = (event.target as Element).closest('button')
  },
  { once: true },
)

/** Sends the first calls of a signed-in start; what a page asks first is a file of its own, for pages that do. */
function callEarly({ early: file }: Files) {
  if (!token) return
  const headers = { 'X-Access-Token': token, 'content-type': 'application/json' }
  for (const url of ['/api/customer/customerUser/updateToken', '/api/common/exchangeRate']) {
    const answer = fetch(url, { method: 'POST', headers, body: '{}' })
    answer.catch(() => {})
    glaze.early[`${url}{}`] = answer
  }
  if (!hasQuestion.test(glaze.path)) return
  const load: Promise<typeof import('./early.ts')> = import(/* @vite-ignore */ `/assets/${file}.js`)
  load.then(({ askEarly }) => askEarly(glaze, query)).catch(() => {})
}

function link(file: string) {
  const spoken = file.replace('zh-CN', language)
  const element = document.createElement('link')
  element.rel = 'modulepreload'
  element.href = `/assets/${spoken}.js`
  document.head.append(element)
}

const againMs = 2_000

let map: Promise<FileMap> | undefined

/** Asked for once; if it does not come, once more by whoever wants it next. */
function mapOfFiles(): Promise<FileMap> {
  map ??= fetch(`/assets/${glaze.files?.map}.json`).then(answer =>
    answer.ok ? answer.json() : Promise.reject(answer),
  )
  map.catch(() => {
    map = undefined
  })
  return map
}

const linked = new Set<string>()
function linkAll(files: string[]) {
  for (const file of files) if (!linked.has(file)) link(file)
  for (const file of files) linked.add(file)
}

/** The map comes while what every page needs, which is much more, is on its way. */
function preload(route: string) {
  if (!glaze.files) return
  const needed = mapOfFiles().then(({ files, flows, needs }) => {
    const page = flows.findIndex(flow => flow.split(' ').lastIndexOf(route) > 0)
    if (needs[page]) linkAll([page, ...needs[page]].map(index => files[index] as string))
  })
  needed.catch(() => {})
  linkAll(glaze.files.everywhere)
}

/** Called at the end of the body: fits the prerendered shell to the visitor, then starts the app. */
function show(json: string) {
  const { words, ...files } = JSON.parse(json) as Printed
  glaze.files = files
  const app = document.getElementById('app') as HTMLElement
  const templates = document.querySelectorAll('template')
  const [home, waiting] = templates
  const painted = glaze.path !== '/' ? waiting : glaze.isSignedIn && home
  if (painted) app.replaceChildren(painted.content)
  for (const template of templates) template.remove()
  if (language === 'en-US') speakEnglish(app, words[glaze.isSignedIn ? 'signedIn' : 'signedOut'])
  delete root.dataset.unfit
  const isAtOnce = __EARLY__ || glaze.path !== '/'
  if (isAtOnce) {
    callEarly(files)
    link(files.entry)
    link(files.core)
    if (language === 'en-US') link(files.format)
    preload(glaze.path.split('/')[2] ?? '')
  }
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!isAtOnce) {
        callEarly(files)
        link(files.core)
      }
      if (glaze.path === '/') files[glaze.isSignedIn ? 'customer' : 'stranger'].forEach(link)
      const start = `/assets/${files.entry}.js`
      // Every browser's word for a module that it could not fetch has this in it.
      import(/* @vite-ignore */ start).catch(error => /import/i.test(error) && startAgain(start))
    }),
  )
}

/** The app did not come. Browsers may remember that, so once its file can be had all begins anew. */
function startAgain(start: string) {
  const again = () => startAgain(start)
  setTimeout(() => fetch(start).then(() => location.reload(), again), againMs)
}

function speakEnglish(app: HTMLElement, [texts, labels]: [string[], string[]]) {
  const walker = document.createTreeWalker(app, NodeFilter.SHOW_TEXT)
  for (const text of texts) {
    const node = walker.nextNode()
    if (node) node.nodeValue = text
  }
  app.querySelectorAll('[aria-label]').forEach((element, index) => {
    element.setAttribute('aria-label', labels[index] as string)
  })
}
