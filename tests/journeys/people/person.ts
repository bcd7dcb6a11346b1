import { randomUUID } from 'node:crypto'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { openPhone } from '../../fixtures/browser.ts'
import { type Words, wordsOf } from '../../fixtures/words.ts'
import type { Town } from '../town/town.ts'

/** Somebody with a phone in their hand: what they see, what they read, what they know. */
export interface Person {
  town: Town
  /** The app on the screen: the page itself, or the frame inside Telegram's. */
  app: Page | FrameLocator
  page: Page
  w: Words
  email: string
  password: string
  pin: string
  /** What the browser complained of. */
  faults: string[]
  /** Opens the app for the first time, by a link in their language. */
  arrive(): Promise<void>
  /** Takes them to a route of the app, as a link does. */
  visit(route: string): Promise<void>
  /** Puts the phone away. */
  leave(): Promise<void>
}

/** Where the app runs. */
export const containers = {
  browser: inBrowser,
  'Telegram Web (a frame)': inFrame,
  'Telegram on a phone': inWebview,
} as const

interface Phone {
  town: Town
  browser: Browser
  lang: 'zh' | 'en'
}

async function pickUp({ town, browser, lang }: Phone) {
  const { page, faults } = await openPhone(browser, { lang })
  return {
    town,
    app: page,
    page,
    faults,
    w: wordsOf(lang),
    email: `${randomUUID().slice(0, 8)}@mail.test`,
    password: 'porcelain1',
    pin: '246813',
    leave: () => page.context().close(),
  }
}

async function inBrowser(phone: Phone): Promise<Person> {
  const person = await pickUp(phone)
  return {
    ...person,
    arrive: () => open(person.page, `${phone.town.appUrl}/?lang=${phone.lang}#/`),
    visit: route => follow(person.page, route),
  }
}

/** The sandbox's page that frames the app as Telegram Web does, from another origin. */
async function inFrame(phone: Phone): Promise<Person> {
  const person = await pickUp(phone)
  const { appUrl, consoleUrl } = phone.town
  const query = new URLSearchParams({ app: `${appUrl}/?lang=${phone.lang}`, platform: 'weba', user: 'ada' })
  return {
    ...person,
    app: person.page.frameLocator('iframe'),
    arrive: () => open(person.page, `${consoleUrl}/telegram/host?${query}`),
    async visit(route) {
      const frame = person.page.frames().find(frame => frame.url().startsWith(appUrl))
      if (!frame) throw new Error('the app is not in the frame')
      await follow(frame, route)
    },
  }
}

/** A webview with Telegram's native bridge: launch data in the hash, a proxy object to talk to. */
async function inWebview(phone: Phone): Promise<Person> {
  const person = await pickUp(phone)
  const { launchHash } = await phone.town.console<{ launchHash: string }>('/telegram/init-data', {
    user: { id: 777_000 + Math.floor(Math.random() * 1e6), first_name: 'Ben', language_code: phone.lang },
  })
  await person.page.addInitScript(() => {
    const sent: [string, string][] = []
    Object.assign(window, {
      sent,
      TelegramWebviewProxy: { postEvent: (type: string, text: string) => sent.push([type, text]) },
    })
  })
  return {
    ...person,
    arrive: () => open(person.page, `${phone.town.appUrl}/?lang=${phone.lang}#${launchHash}`),
    visit: route => follow(person.page, route),
  }
}

async function open(page: Page, url: string) {
  await page.goto(url)
}

async function follow(place: Pick<Page, 'evaluate'>, route: string) {
  await place.evaluate(hash => {
    location.hash = hash
  }, route)
}

/** Presses the keys of a PIN pad, then the button under them. */
export async function typePin({ app, pin }: Person, confirm: string): Promise<void> {
  const pad = app.locator('form').filter({ has: app.getByRole('status') })
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).click()
  // By the keyboard: a finger slides where money moves.
  await pad.getByRole('button', { name: confirm }).press('Enter')
}

/** Presses the keys of the PIN pad in a sheet, then its button. */
export async function enterPin({ app, pin }: Person, confirm: string): Promise<void> {
  const sheet = app.getByRole('dialog')
  for (const digit of pin) await sheet.getByRole('button', { name: digit, exact: true }).click()
  await sheet.getByRole('button', { name: confirm, exact: true }).click()
}

/** What arrives as a file when somebody does this. */
export async function downloaded({ page }: Person, does: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), does()])
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part)
  return { name: file.suggestedFilename(), content: Buffer.concat(parts) }
}
