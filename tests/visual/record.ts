import type { Route } from 'playwright-core'
import { type RouteName, routeNames } from '../../src/app/routing/route-names.ts'
import { openBrowser } from '../fixtures/browser.ts'
import { type Kept, openFullTown } from '../journeys/people/full-person.ts'
import { keepRecording, keyOf, type Recording, type Walk } from './answers.ts'
import { type Opening, openCamera } from './camera.ts'
import { comeTo, placesBeside, signedOutPlaces } from './places.ts'

// `node tests/visual/record.ts` opens a town, lives a whole life there and walks through the app in both languages and
// both containers, as each of the people. What the server said is kept; visual tests hear nothing else.

const langs = ['zh', 'en'] as const
const hosts = ['browser', 'telegram'] as const
type Lang = (typeof langs)[number]
type Opened = Pick<Opening, 'stored'> & { lang: Lang; host: (typeof hosts)[number] }

const full = await openFullTown()
const browser = await openBrowser()
/** A customer whose verification is over is led on from the pictures, so somebody new takes them. */
const forNewcomers: readonly RouteName[] = ['idUpload', 'passportUpload']
const ofHolder = routeNames.filter(route => !forNewcomers.includes(route) && !(route in signedOutPlaces))
try {
  const made: Recording = {
    holder: await walk({ ...pathsOf(ofHolder), ...placesBeside(full.life) }, full.person),
    withIdCard: await walk(pathsOf(['idUpload']), lang => full.newcomer(lang, 'idCard')),
    withPassport: await walk(pathsOf(['passportUpload']), lang => full.newcomer(lang, 'passport')),
    stranger: await walk({ ...signedOutPlaces }),
  }
  keepRecording(made)
  for (const [who, { said }] of Object.entries(made))
    console.log(who, ...Object.values(said).map(part => Object.keys(part).length), 'answers are kept')
} finally {
  await browser.close()
  await full.town.stop()
}

function pathsOf(routes: readonly RouteName[]): Walk['places'] {
  return Object.fromEntries(routes.map(route => [route, full.pathOf(route)]))
}

/** One walk in each language and container, each with a session of its own; without one, of somebody who stays out. */
async function walk(places: Walk['places'], personIn?: (lang: Lang) => Promise<Kept>): Promise<Walk> {
  const said = { zh: {}, en: {} }
  const made: Walk = { stored: [], places, times: {}, said: { both: {}, ...said } }
  for (const lang of langs)
    for (const host of hosts) {
      const kept = await personIn?.(lang)
      const stored = kept?.origins[0]?.localStorage ?? [{ name: 'stayedOut', value: 'true' }]
      made.stored = stored.map(item => (item.name === 'accessToken' ? { ...item, value: '"token"' } : item))
      await walkOnce(made, { stored, lang, host }, said[lang])
    }
  return { ...made, said: parted(said) }
}

async function walkOnce(made: Walk, { stored, lang, host }: Opened, said: Record<string, object>) {
  const scene = { lang, host, theme: 'light' } as const
  const answer = (route: Route) => note(route, said)
  const camera = await openCamera({ browser, url: `${full.town.appUrl}/`, scene, stored, answer })
  // Every walk begins at Home: what it asks is heard before it is left.
  await camera.goTo('/')
  for (const name of Object.keys(made.places)) {
    made.times[`${lang} ${name}`] = new Date().toISOString()
    await comeTo(camera, made, name)
  }
  await camera.leave()
}

async function note(route: Route, said: Record<string, object>) {
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('application/json')
  if (isJson && response.ok()) said[keyOf(route)] = withoutToken(await response.json())
  await route.fulfill({ response })
}

function withoutToken(envelope: { data?: { token?: string } }): object {
  return envelope.data?.token ? { ...envelope, data: { ...envelope.data, token: 'token' } } : envelope
}

/** What both languages heard alike stands once. */
function parted(said: Record<Lang, Record<string, object>>): Walk['said'] {
  const isSame = (key: string) => JSON.stringify(said.zh[key]) === JSON.stringify(said.en[key])
  const only = (part: Record<string, object>, wanted: boolean) =>
    Object.fromEntries(Object.entries(part).filter(([key]) => isSame(key) === wanted))
  return { both: only(said.zh, true), zh: only(said.zh, false), en: only(said.en, false) }
}
