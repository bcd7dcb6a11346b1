import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { openPhone } from '../../fixtures/browser.ts'
import { until } from '../../fixtures/until.ts'
import { wordsOf } from '../../fixtures/words.ts'
import type { Town } from '../town/town.ts'
import type { Kept } from './full-person.ts'
import type { Person } from './person.ts'

/** How the app talks to its client: through Telegram Web's frame, or the bridge of the apps on phones. */
export const transports = ['the frame of Telegram Web', 'the bridge of a phone'] as const
type Transport = (typeof transports)[number]

export interface Sent {
  eventType: string
  eventData: Record<string, unknown> | null
}

/** Somebody inside Telegram, and what their client hears and says. */
export interface TelegramPerson extends Person {
  telegramId: number
  /** Opens the app from Telegram: new launch data, the same phone. */
  launch(how?: { startParam?: string }): Promise<void>
  /** An event of the client. */
  tell(type: string, data?: object): Promise<void>
  /** Everything the app has sent since the launch. */
  sent(): Promise<Sent[]>
  /** Waits until the last event of this type says so. */
  heard(type: string, data: object): Promise<void>
}

export interface Opened {
  town: Town
  browser: Browser
  lang: 'zh' | 'en'
  transport: Transport
  telegramId?: number
  /** How the client misbehaves; `blocked` denies web storage. */
  mood?: 'good' | 'silent' | 'late' | 'unsupported' | 'old' | 'blocked' | 'stale'
  /** What the client's own storage holds. */
  stored?: Record<string, string>
  viewport?: { width: number; height: number }
  /** What the browser holds of an earlier visit. */
  kept?: Kept
  theme?: 'light' | 'dark'
}

/** A phone with Telegram on it. Nothing is opened before `launch`. */
export async function inTelegram(opened: Opened): Promise<TelegramPerson> {
  const { town, browser, lang, transport, viewport, kept } = opened
  const telegramId = opened.telegramId ?? randomInt(1e9, 2e9)
  const { page, faults } = await openPhone(browser, {
    lang,
    ...(viewport && { viewport }),
    ...(kept && { storageState: kept }),
  })
  const isFrame = transport === transports[0]
  const client = isFrame ? frameOf(page, opened, telegramId) : await bridgeOf(page, opened, telegramId)

  async function sent(): Promise<Sent[]> {
    return await page.evaluate(() => (window as unknown as { sent: Sent[] }).sent)
  }
  return {
    town,
    page,
    app: isFrame ? page.frameLocator('iframe') : page,
    faults,
    w: wordsOf(lang),
    email: `${randomUUID().slice(0, 8)}@mail.test`,
    password: 'porcelain1',
    pin: '246813',
    telegramId,
    ...client,
    arrive: () => client.launch({}),
    launch: (how = {}) => client.launch(how),
    sent,
    async heard(type, data) {
      await until(async () => {
        const last = (await sent()).findLast(({ eventType }) => eventType === type)?.eventData
        return last && Object.entries(data).every(([name, value]) => last[name] === value) ? true : null
      }).catch(async () => {
        const told = (await sent()).filter(({ eventType }) => eventType === type)
        throw new Error(`${type} never said ${JSON.stringify(data)}, but ${JSON.stringify(told)}`)
      })
    },
    leave: () => page.context().close(),
  }
}

type Client = Pick<TelegramPerson, 'launch' | 'tell' | 'visit'>

/** The sandbox's page that frames the app from another origin. */
function frameOf(page: Page, { town, lang, mood = 'good', theme }: Opened, id: number): Client {
  const { appUrl, consoleUrl } = town
  return {
    async launch({ startParam } = {}) {
      const query = new URLSearchParams({ app: `${appUrl}/?lang=${lang}`, id: String(id), mood })
      if (startParam) query.set('startParam', startParam)
      if (theme) query.set('theme', theme)
      await page.goto(`${consoleUrl}/telegram/host?${query}`)
    },
    async tell(type, data = {}) {
      await page.evaluate(
        ([type, data]) => (window as unknown as { tell: (...said: unknown[]) => void }).tell(type, data),
        [type, data] as const,
      )
    },
    async visit(route) {
      const frame = page.frames().find(frame => frame.url().startsWith(appUrl))
      if (!frame) throw new Error('the app is not in the frame')
      await frame.evaluate(hash => {
        location.hash = hash
      }, route)
    },
  }
}

/** The app alone, with the native bridge in its window. */
async function bridgeOf(
  page: Page,
  { town, lang, mood = 'good', stored = {}, theme }: Opened,
  id: number,
): Promise<Client> {
  const response = await fetch(`${town.consoleUrl}/telegram/native.js`)
  const settings = `window.telegramMood = ${JSON.stringify(mood)}; window.telegramStored = ${JSON.stringify(stored)};`
  await page.addInitScript({ content: settings + (await response.text()) })
  return {
    async launch({ startParam } = {}) {
      const { launchHash } = await town.console<{ launchHash: string }>('/telegram/init-data', {
        user: { id, first_name: 'Ben', username: 'ben', language_code: lang },
        platform: 'ios',
        startParam,
        ...(mood === 'old' && { version: '6.0' }),
        ...(mood === 'stale' && { ageSeconds: 2 * 86_400 }),
        ...(theme === 'dark' && { themeParams: { bg_color: '#212121' } }),
      })
      // A launch is a page of its own: with the address alone the browser would only move within the last one.
      await page.goto('about:blank')
      await page.goto(`${town.appUrl}/?lang=${lang}#${launchHash}`)
      // A tap while the page moves out from under the client's own buttons meets what is there no more.
      if (mood === 'good') await page.waitForFunction(hasInsets)
    },
    async tell(type, data = {}) {
      await page.evaluate(
        ([type, data]) =>
          (
            window as unknown as {
              Telegram: { WebView: { receiveEvent: (...said: unknown[]) => void } }
            }
          ).Telegram.WebView.receiveEvent(type, data),
        [type, data] as const,
      )
    },
    async visit(route) {
      await page.evaluate(hash => {
        location.hash = hash
      }, route)
    },
  }
}

/** Runs in the page: whether the client has said what it covers of it. */
function hasInsets(): boolean {
  return document.documentElement.style.getPropertyValue('--host-content-top') !== ''
}
