import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RouteName, routeNames } from '../../src/app/routing/route-names.ts'
import { openBrowser } from '../fixtures/browser.ts'
import { type FullTown, openFullTown } from './people/full-person.ts'
import { barriersOf, bringAxe } from './reading/barriers.ts'
import { flawsOf, flawsOfLargeText, rawKeys } from './reading/looks.ts'
import { bracketWords, overhear, unspoken } from './reading/pseudo.ts'
import { smallTargets } from './reading/targets.ts'
import { openWalker, strayed, type Walked, type Walker } from './reading/walker.ts'
import { takeFirstStep } from './steps/first-step.ts'

// Every route of the app in front of a running world, as a customer who has everything: in both languages and themes,
// alone and inside Telegram. Nothing is done there; it is looked at.

const locale = resolve(import.meta.dirname, '..', '..', 'src', 'app', 'locales', 'zh-CN')
const areas = [
  ...new Set(
    readdirSync(locale)
      .flatMap(file => Object.keys(JSON.parse(readFileSync(join(locale, file), 'utf8'))))
      .map(key => key.split('.')[0] as string),
  ),
]

// A walk is one test of many places.
vi.setConfig({ testTimeout: 600_000 })

let full: FullTown
let browser: Browser

beforeAll(async () => {
  full = await openFullTown()
  browser = await openBrowser()
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await full?.town.stop()
})

/** Begins a walk of the customer who has everything. */
async function walkAs(how: Omit<Walked, 'town' | 'browser' | 'kept'>): Promise<Walker> {
  return await openWalker({ ...how, town: full.town, browser, kept: await full.person(how.lang) })
}

/**
 * Goes to every place, and collects what is wrong there, each with the place's name before it: not to be there first of
 * all.
 */
async function walk(
  walker: Walker,
  places: string[],
  look: (walker: Walker) => Promise<string[]>,
): Promise<string[]> {
  const flaws: string[] = []
  for (const place of places) {
    const found = await goThere(walker, place)
      .then(async seen => [...strayed(place, seen), ...(await look(walker))])
      .catch((error: Error) => [error.message.split('\n')[0] as string])
    flaws.push(...[...found, ...walker.complaints()].map(flaw => `${place}: ${flaw}`))
  }
  return flaws
}

async function goThere(walker: Walker, place: string): Promise<string> {
  if (place.startsWith('/pages/activateCardStep2/')) {
    await walker.goTo(full.pathOf('activateCard'))
    await takeFirstStep(walker.page, walker.app)
  }
  return await walker.goTo(place)
}

async function everything({ app }: Walker): Promise<string[]> {
  return [
    ...(await flawsOf(app)),
    ...(await smallTargets(app)),
    ...(await rawKeys(app, areas)),
    ...(await flawsOfLargeText(app)),
  ]
}

/** Who is signed in is led on from the entrance, whose verification is over from the pictures; others see them. */
const forOthers: RouteName[] = ['login', 'register', 'idUpload', 'passportUpload']
const everyRoute = () => routeNames.filter(name => !forOthers.includes(name)).map(full.pathOf)
const allPlaces = () => [
  ...everyRoute(),
  `/pages/transferOut/transferOut?id=${full.life.withdrawalId}`,
  `/pages/bill/bill?id=${full.life.billId}`,
  `/pages/bill/bill?refund=${full.life.billId}`,
  `/pages/feedback/feedback?id=${full.life.ticketId}`,
  `/pages/convertWallet/convertWallet?cardId=${full.life.cardId}`,
  '/pages/loginLog/loginLog?tab=sessions',
  '/pages/safeCenter/safeCenter?change=email',
  '/pages/safeCenter/safeCenter?delay=1',
  '/pages/safeCenter/safeCenter?second=1',
  '/pages/safeCenter/safeCenter?passkeys=1',
  '/pages/about/about?funds=1',
  '/pages/selectCoin/selectCoin?for=out',
  '/pages/selectCoin/selectCoin?coin=ETH',
  '/pages/nowhere/nowhere',
]
const placesForAnybody: RouteName[] = [
  'index',
  'card',
  'user',
  'invite',
  'login',
  'register',
  'forget',
  'about',
  'service',
  'info',
  'questionAndAnswer',
  'cardTypeList',
  'sharePage',
  'sharePage2',
  'redirect',
]

describe('every route, of somebody who has everything', () => {
  test.each([
    { lang: 'zh', host: 'browser', theme: 'light' },
    { lang: 'en', host: 'browser', theme: 'dark' },
    { lang: 'en', host: 'bridge', theme: 'light' },
    { lang: 'zh', host: 'bridge', theme: 'dark' },
  ] as const)('stands there without a flaw: $lang, $host, $theme', async how => {
    const isWhole = how.host === 'browser'
    const walker = await walkAs({ ...how, ...(isWhole && { prepare: bringAxe }) })
    const flaws = await walk(walker, allPlaces(), async walker => [
      ...(isWhole ? await barriersOf(walker.app) : []),
      ...(await everything(walker)),
    ])
    await walker.leave()
    expect(flaws).toEqual([])
  })

  test('says nothing that was not put into words', async () => {
    let told = new Set<string>()
    const walker = await walkAs({
      lang: 'en',
      host: 'browser',
      theme: 'light',
      from: '/pages/card/card',
      serviceWorkers: 'block',
      prepare: async context => {
        told = overhear(context)
        await bracketWords(context)
      },
    })
    const flaws = await walk(walker, allPlaces(), ({ app }) => unspoken(app, told))
    await walker.leave()
    expect(flaws).toEqual([])
  })

  test.each(['zh', 'en'] as const)('stands in the frame of Telegram Web: %s', async lang => {
    const walker = await walkAs({ lang, host: 'frame', theme: 'light' })
    const flaws = await walk(walker, everyRoute(), everything)
    await walker.leave()
    expect(flaws).toEqual([])
  })
})

const firstSteps: RouteName[] = [
  'index',
  'card',
  'user',
  'invite',
  'idAuthNew',
  'kyc',
  'selectCountry',
  'safeCenter',
  'updatePinCode',
  'openCard',
  'payOpenCard',
  'cardList',
  'transferOut',
  'bill',
  'addressList',
  'messageList',
  'feedback',
  'cannelAccount',
]
const anywhere = [
  { lang: 'zh', host: 'browser', docType: 'idCard' },
  { lang: 'en', host: 'browser', docType: 'passport' },
  { lang: 'zh', host: 'frame', docType: 'passport' },
  { lang: 'en', host: 'bridge', docType: 'idCard' },
] as const

test.each(anywhere)('what somebody new sees first: $lang, $host', async ({ lang, host, docType }) => {
  const kept = await full.newcomer(lang, docType)
  const walker = await openWalker({ town: full.town, browser, lang, host, theme: 'light', kept })
  const steps: RouteName[] = [...firstSteps, docType === 'idCard' ? 'idUpload' : 'passportUpload']
  const flaws = await walk(walker, steps.map(full.pathOf), everything)
  await walker.leave()
  expect(flaws).toEqual([])
})

test.each(anywhere)('what is open to anybody: $lang, $host', async ({ lang, host }) => {
  const walker = await openWalker({ town: full.town, browser, lang, host, theme: 'light' })
  const flaws = await walk(walker, placesForAnybody.map(full.pathOf), everything)
  await walker.leave()
  expect(flaws).toEqual([])
})
