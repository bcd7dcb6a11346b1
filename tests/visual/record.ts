import type { Route } from 'playwright-core'
import { routeNames } from '../../src/app/route-names.ts'
import { openBrowser } from '../browser.ts'
import { type FullTown, openFullTown } from '../journeys/full-person.ts'
import { keepRecording, keyOf, type Recording } from './answers.ts'
import { openCamera } from './camera.ts'
import { signedOutPlaces } from './places.ts'

// `node tests/visual/record.ts` opens a town, lives a whole life there and walks through the app in both languages and
// both containers. What the server said is kept; visual tests hear nothing else.

const langs = ['zh', 'en'] as const
const hosts = ['browser', 'telegram'] as const

const full = await openFullTown()
const browser = await openBrowser()
const said = { zh: {} as Record<string, object>, en: {} as Record<string, object> }
const made: Recording = {
  stored: [],
  places: Object.fromEntries(routeNames.map(route => [route, full.pathOf(route)])),
  times: {},
  said: { both: {}, ...said },
}
try {
  for (const lang of langs) for (const host of hosts) await walk(full, { lang, host })
  made.said = parted()
  keepRecording(made)
  console.log(`${Object.values(made.said).map(part => Object.keys(part).length)} answers are kept`)
} finally {
  await browser.close()
  await full.town.stop()
}

async function walk(
  { town, person }: FullTown,
  { lang, host }: { lang: 'zh' | 'en'; host: 'browser' | 'telegram' },
) {
  const kept = await person(lang)
  const stored = kept.origins[0]?.localStorage ?? []
  made.stored = stored.map(item => (item.name === 'accessToken' ? { ...item, value: '"token"' } : item))
  const scene = { lang, host, theme: 'light' } as const
  const opening = { browser, url: `${town.appUrl}/`, scene }
  const camera = await openCamera({ ...opening, stored, answer: route => note(route, lang) })
  for (const [route, path] of Object.entries(made.places)) {
    made.times[`${lang} ${route}`] = new Date().toISOString()
    await camera.goTo(path)
  }
  await camera.leave()
  const stranger = await openCamera({
    ...opening,
    stored: [{ name: 'stayedOut', value: 'true' }],
    answer: route => note(route, lang),
  })
  for (const path of Object.values(signedOutPlaces)) await stranger.goTo(path)
  await stranger.leave()
}

async function note(route: Route, lang: 'zh' | 'en') {
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('application/json')
  if (isJson && response.ok()) said[lang][keyOf(route)] = withoutToken(await response.json())
  await route.fulfill({ response })
}

function withoutToken(envelope: { data?: { token?: string } }): object {
  return envelope.data?.token ? { ...envelope, data: { ...envelope.data, token: 'token' } } : envelope
}

/** What both languages heard alike stands once. */
function parted(): Recording['said'] {
  const isSame = (key: string) => JSON.stringify(said.zh[key]) === JSON.stringify(said.en[key])
  const only = (part: Record<string, object>, wanted: boolean) =>
    Object.fromEntries(Object.entries(part).filter(([key]) => isSame(key) === wanted))
  return { both: only(said.zh, true), zh: only(said.zh, false), en: only(said.en, false) }
}
