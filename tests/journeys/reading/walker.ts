import type { Browser, BrowserContext, Frame, Page, Request } from 'playwright-core'
import { isTheFrames, leaveFor, openPhone } from '../../fixtures/browser.ts'
import { until } from '../../fixtures/until.ts'
import type { Kept } from '../people/full-person.ts'
import { inTelegram, transports } from '../people/telegram-person.ts'
import type { Town } from '../town/town.ts'

/** Where the app runs: alone, with the bridge of Telegram on a phone, or in the frame of Telegram Web. */
type Host = 'browser' | 'bridge' | 'frame'

export interface Walked {
  town: Town
  browser: Browser
  lang: 'zh' | 'en'
  host: Host
  theme: 'light' | 'dark'
  /** Who is signed in; nobody without it. */
  kept?: Kept
  /** Where the walk begins; Home without it. */
  from?: string
  /** Whether the app may have its service worker, which hides requests from whoever changes answers. */
  serviceWorkers?: 'allow' | 'block'
  /** Something to do with the browser before the app is opened. */
  prepare?: (context: BrowserContext) => Promise<void>
}

/** Somebody who goes from place to place in one visit, and hears every complaint of the browser. */
export interface Walker {
  page: Page
  /** Where the app is: the page, or the frame inside. */
  app: Frame
  /** What was complained of since it was asked last. */
  complaints(): string[]
  /** Goes to a place of the app and waits until everything there is drawn and has its answers; answers where that is. */
  goTo(path: string): Promise<string>
  leave(): Promise<void>
}

const viewport = { width: 360, height: 740 }

/** Opens the app on a small phone. */
export async function openWalker(walked: Walked): Promise<Walker> {
  const { host, kept, from = '/' } = walked
  const { page, launch } = await (host === 'browser' ? inBrowser(walked) : inTelegramOf(walked))
  const heard: string[] = []
  const waiting = listen(page, heard)
  await page.addInitScript(reportViolations)
  await walked.prepare?.(page.context())
  await launch()
  const app = await until(
    async () => page.frames().find(frame => frame.url().startsWith(walked.town.appUrl)) ?? null,
  )
  const walker: Walker = {
    page,
    app,
    complaints: () => heard.splice(0).filter(complaint => !isTheFrames(complaint)),
    async goTo(path) {
      await app.evaluate(leaveFor, `#${path}`)
      // Two places of one page share its elements: then a third of a second without any news has to do.
      let still = 0
      await until(async () => {
        const { isNew, isStill } = await app.evaluate(look)
        still = isStill && waiting.size === 0 ? still + 1 : 0
        return still > (isNew ? 0 : 10) ? true : null
      }).catch(() => {
        throw new Error(`it is not drawn yet: waits for ${[...waiting].map(request => request.url())}`)
      })
      return await app.evaluate(() => location.hash.slice(1))
    },
    leave: () => page.context().close(),
  }
  if (kept || from !== '/') await walker.goTo(from)
  return walker
}

/** What stands there is looked at under its own name only: another page there would be looked at twice, this one never. */
export function strayed(place: string, seen: string): string[] {
  const [asked, found] = [place, seen].map(url => url.split('?', 1)[0] || '/')
  return asked === found ? [] : [`led on to ${found}`]
}

interface Opening {
  page: Page
  launch(): Promise<unknown>
}

async function inBrowser({
  town,
  browser,
  lang,
  theme,
  kept,
  from = '/',
  ...rest
}: Walked): Promise<Opening> {
  const { page } = await openPhone(browser, {
    lang,
    viewport,
    colorScheme: theme,
    ...(kept && { storageState: kept }),
    ...(rest.serviceWorkers && { serviceWorkers: rest.serviceWorkers }),
  })
  return { page, launch: () => page.goto(`${town.appUrl}/?lang=${lang}#${from}`) }
}

async function inTelegramOf(walked: Walked): Promise<Opening> {
  const transport = walked.host === 'frame' ? transports[0] : transports[1]
  return await inTelegram({ ...walked, transport, viewport })
}

/** Collects what goes wrong; answers the requests that are under way. */
function listen(page: Page, heard: string[]): Set<Request> {
  const waiting = new Set<Request>()
  const isOurs = (url: string) => /\/(api|assets)\//.test(url)
  page.on('pageerror', error => heard.push(String(error)))
  page.on('console', message => message.type() === 'error' && heard.push(message.text()))
  page.on('request', request => isOurs(request.url()) && waiting.add(request))
  page.on('requestfinished', request => waiting.delete(request))
  page.on('requestfailed', request => waiting.delete(request))
  page.on('response', answer => {
    if (isOurs(answer.url()) && answer.status() >= 400) heard.push(`${answer.status()} ${answer.url()}`)
  })
  return waiting
}

/** Runs in the page. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    console.error(`policy violation: ${violatedDirective} ${blockedURI} ${sample}`),
  )
}

/** Runs in the page: whether something new stands there after two frames, and whether anything is still to come. */
async function look(): Promise<{ isNew: boolean; isStill: boolean }> {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  return {
    isNew: document.querySelector(':is(main,h1):not([data-old])') !== null,
    isStill: document.querySelector('[aria-busy=true],.bone') === null,
  }
}
