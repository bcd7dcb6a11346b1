import type { BrowserContext, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { card, kinds } from '../../budgets/holdings.ts'
import { type RouteName, routeNames } from '../../src/app/routing/route-names.ts'
import { openPhone } from '../fixtures/browser.ts'
import { builtApp } from './town/built-app.ts'

// Whatever somebody or an older version has written where the app keeps its own: every page comes up as if nothing stood
// there.

const local =
  'loginAfterUrl webViewUrl exchangeRates language currency referCode decisions cardHolder hideAmounts agreed appearance installClosedAt stayedOut drafts strangerDrafts confirmBy zone pushHere faq helped inviteTab deviceKey recentCountries'.split(
    ' ',
  )
const ofSession = ['accessToken', 'loginUserInfo']
const inTab = ['__telegram__initParams', 'typed', 'kycHandoff']
/** What may be meant there: of most texts only the server knows that they are no token and nobody's code. */
const meant = /^(true hideAmounts|".+" referCode|"…" accessToken)$/

const parts =
  'id name value by at texts email token pass entry typed zh en lang currency clock cardHolderId requestId'
const of = (value: unknown) => Object.fromEntries(parts.split(' ').map(part => [part, value]))
const nonsense: [name: string, text: string][] = [
  ['{"broken', '{"broken'],
  ['null', 'null'],
  ['true', 'true'],
  ['"猫"', '"猫"'],
  ['"…"', JSON.stringify('x'.repeat(100_000))],
  ['[null]', '[null,[null],{"id":{}},"x"]'],
  ['{}', '{}'],
  ['{of 5}', JSON.stringify(of(5))],
  [
    '{of {}}',
    JSON.stringify({ ...of({}), '[null,5]': { requestId: 5 }, '["a","b",{}]': { requestId: 'x' } }),
  ],
]

const built = builtApp()
vi.setConfig({ testTimeout: 600_000 })

type Who = 'customer' | 'stranger'
type Seen = Record<string, string>

/**
 * What each route says to somebody in whose storage this text stands under every key; where `usual` is said, it is waited
 * for. And what broke.
 */
async function walk(
  context: BrowserContext,
  who: Who,
  [kind, text]: [string, string | null],
  { over = routes[who], usual = {} }: { over?: readonly string[]; usual?: Seen } = {},
) {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  await page.clock.setFixedTime(now)
  const keys = who === 'stranger' ? [...local, ...ofSession] : local
  await page.addInitScript(fill, { local: keys.filter(key => !meant.test(`${kind} ${key}`)), inTab, text })
  await page.goto(`${built.url}${who === 'customer' ? '?as=customer' : ''}`)
  await page.locator('#app nav').first().waitFor()
  const seen: Seen = {}
  for (const name of over) {
    seen[name] = await read(page, name, usual[name])
    if (!usual[name] || seen[name] === usual[name]) continue
    // The page before may have led on late: from Home nothing does.
    await read(page, 'index', usual.index)
    seen[name] = await read(page, name, usual[name])
  }
  await page.close()
  return { seen, faults }
}

/** On so many phones at once: where nothing is known yet, each page is watched until it stands still. */
const phones = 4

/** What each route says where nothing odd is stored. */
async function usualOf(who: Who): Promise<Seen> {
  const share = Math.ceil(routes[who].length / phones)
  const walks = Array.from({ length: phones }, async (_, place) => {
    const { page } = await openPhone(built.browser, { lang: 'zh', serviceWorkers: 'block' })
    const over = routes[who].slice(place * share, (place + 1) * share)
    const { seen } = await walk(page.context(), who, ['', null], { over })
    await page.context().close()
    return seen
  })
  return Object.assign({}, ...(await Promise.all(walks)))
}

const now = new Date()
/** Strangers are led from all others to the log-in. */
const open =
  'index card user invite login register forget about service info questionAndAnswer cardTypeList sharePage sharePage2 redirect'
/** Customers are led on from where one signs in. */
const entrances: RouteName[] = ['login', 'register']
const routes = {
  customer: routeNames.filter(name => !entrances.includes(name)),
  stranger: open.split(' '),
}

/** Before each start of the app, before anything else runs. */
function fill({ local, inTab, text }: { local: string[]; inTab: string[]; text: string | null }) {
  if (window !== top) return
  localStorage.clear()
  if (text === null) return
  for (const key of local) localStorage.setItem(key, text)
  for (const key of inTab) sessionStorage.setItem(key, text)
}

/** The time of the day aside: it goes on. */
async function read(page: Page, name: string, usual: string | undefined): Promise<string> {
  const { id } = card.celadon
  const path = /-/.test(name) ? name : `pages/${name}/${name}`
  const place = `/${path}?id=${id}&cardId=${id}&cardTypeId=${kinds[0]?.id}`
  await page.evaluate(markOld)
  await page.evaluate(place => location.replace(`#${place}`), place)
  if (usual) await page.waitForFunction(says, usual, { timeout: 60_000 }).catch(() => {})
  else await rest(page)
  return await said(page)
}

function says(usual: string): boolean {
  return document.querySelector('main')?.innerText.replace(/\d?\d:\d\d/g, '') === usual
}

async function said(page: Page): Promise<string> {
  return await page.evaluate(() => document.querySelector('main')?.innerText.replace(/\d?\d:\d\d/g, '') ?? '')
}

/** Runs in the page: what stands there is of the place before. */
function markOld() {
  document.querySelector('main')?.setAttribute('data-old', '')
}

/** Until nothing is on its way any more: it has said the same twice, nothing is busy, and it is no page from before. */
async function rest(page: Page): Promise<void> {
  let before: string | null = null
  for (let looks = 1; ; looks++) {
    await page.waitForTimeout(700)
    const now = await said(page)
    const unready = looks > patience ? '[aria-busy="true"]' : '[aria-busy="true"], main[data-old]'
    if (now !== '' && now === before && (await page.locator(unready).count()) === 0) return
    before = now
  }
}

/** A place that leads back to the one before may leave all as it was. */
const patience = 5

test.each(['customer', 'stranger'] as const)(
  'nonsense under every key changes nothing for a %s',
  async who => {
    const { page } = await openPhone(built.browser, { lang: 'zh', serviceWorkers: 'block' })
    const context = page.context()
    const usual = await usualOf(who)
    for (const kind of nonsense) {
      const odd = await walk(context, who, kind, { usual })
      expect.soft(odd, kind[0]).toEqual({ seen: usual, faults: [] })
    }
  },
)
