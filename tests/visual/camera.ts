import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { leaveFor, openPhone } from '../fixtures/browser.ts'
import { until } from '../fixtures/until.ts'
import type { Scene } from './scenes.ts'

const bridge = resolve(import.meta.dirname, '..', '..', 'src', 'sandbox', 'telegram', 'host', 'native.js')

export const width = 360
export const height = 740
/** The one font that a machine must have: what is read in it measures the same everywhere. */
export const font = 'Noto Sans CJK SC'

/** What the app brings last of all, seconds after the first touch (src/app/chunks/idle.ts): pictures hold it on every machine. */
const lastFile = /\/install-row-/
const patienceMs = 60_000
/** How often in a row it has to be found still: what is asked for late begins in between. */
const enough = 3
const fresh = ':is(main,h1):not([data-old])'

export interface Opening {
  browser: Browser
  /** Where the app is served. */
  url: string
  scene: Scene
  /** What the browser holds: a session, or nothing. */
  stored: { name: string; value: string }[]
  answer: (route: Route) => Promise<void>
  /** What time it is there from the start. */
  at?: string | undefined
}

interface Visit {
  /** What time it is there. */
  at?: string | undefined
  /** A part that shows when everything is there, where something stays busy for good. */
  shows?: string
}

/** A phone that holds still: no motion, a clock that stands, one font. */
export interface Camera {
  page: Page
  /** Goes to a place and waits until everything there is drawn. */
  goTo(path: string, visit?: Visit): Promise<void>
  /** What is on the screen, as PNG; with a selector one part of it, as tall as it is. */
  shoot(selector?: string): Promise<Buffer>
  /** The screen in all its pixels, as PNG. */
  shootWhole(): Promise<Buffer>
  leave(): Promise<void>
}

export async function openCamera({ browser, url, scene, stored, answer, at }: Opening): Promise<Camera> {
  const { page } = await openPhone(browser, {
    lang: scene.lang,
    viewport: { width, height },
    colorScheme: scene.theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: stored }] },
  })
  const waiting = new Set<unknown>()
  page.on('request', request => waiting.add(request))
  page.on('requestfinished', request => waiting.delete(request))
  page.on('requestfailed', request => waiting.delete(request))
  await page.context().route('**/api/**', answer)
  if (scene.host === 'telegram') await page.addInitScript({ path: bridge })
  if (at) await page.clock.setFixedTime(at)
  const rates = page.waitForResponse(/exchangeRate/)
  const last = page.waitForResponse(lastFile, { timeout: patienceMs })
  last.catch(() => {}) // A phone that leaves before that.
  await page.goto(`${url}?lang=${scene.lang}#${scene.host === 'telegram' ? launch(scene) : '/'}`)
  await rates
  await page.evaluate(() => dispatchEvent(new Event('pointerdown')))
  await page.addStyleTag({ content: `html{font-family:'${font}'}*{scrollbar-width:none}` })

  let calm = 0
  const settle = async () => {
    calm = 0
    await until(async () => {
      calm = waiting.size === 0 && (await page.evaluate(isStill)) ? calm + 1 : 0
      return calm < enough ? null : true
    }, patienceMs)
  }
  return {
    page,
    async goTo(path, { at, shows } = {}) {
      if (at) await page.clock.setFixedTime(at)
      await last
      await page.evaluate(leaveFor, `#${path}`)
      try {
        // Two routes may be one page: then nothing new appears.
        await page
          .locator(fresh)
          .first()
          .waitFor({ timeout: 1_500 })
          .catch(() => {})
        await (shows ? page.locator(shows).first().waitFor() : settle())
      } catch (cause) {
        throw new Error(`${path} does not come to rest`, { cause })
      }
    },
    shootWhole: () => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'device' }),
    async shoot(selector) {
      const how = { animations: 'disabled', caret: 'hide', scale: 'css' } as const
      return await (selector ? page.locator(selector).first().screenshot(how) : page.screenshot(how))
    },
    leave: () => page.context().close(),
  }
}

/** Launch data as Telegram hands it over; nobody proves it here. */
function launch({ theme, lang }: Scene): string {
  const user = { id: 777_000, first_name: 'Ben', username: 'ben', language_code: lang }
  const data = new URLSearchParams({ user: JSON.stringify(user), auth_date: '1790000000', hash: 'none' })
  return String(
    new URLSearchParams({
      tgWebAppData: String(data),
      tgWebAppVersion: '9.1',
      tgWebAppPlatform: 'ios',
      tgWebAppThemeParams: JSON.stringify({ bg_color: theme === 'dark' ? '#212121' : '#ffffff' }),
    }),
  )
}

/** Runs in the page: two frames later nothing is announced to come, and every QR code is drawn. */
async function isStill(): Promise<boolean> {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  return !document.querySelector('[aria-busy=true],.bone,path[d=""]')
}

/** Whether the font is here; what measures otherwise cannot be compared. */
export function hasFont(): boolean {
  const places = [
    '/usr/share/fonts/opentype/noto',
    '/usr/share/fonts/noto-cjk',
    '/usr/share/fonts/google-noto-cjk',
  ]
  return places.some(place => {
    try {
      return readFileSync(join(place, 'NotoSansCJK-Regular.ttc')).length > 0
    } catch {
      return false
    }
  })
}
