import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../fixtures/browser.ts'
import { containers, enterPin, type Person } from './people/person.ts'
import { inTelegram, transports } from './people/telegram-person.ts'
import { shoot } from './reading/shoot.ts'
import { logOut, register, setPin } from './steps/account.ts'
import { registerByTelegram } from './steps/telegram.ts'
import { deposit } from './steps/wallet.ts'
import { closeTown } from './town/close-town.ts'
import { openTown, type Town } from './town/town.ts'

// A phone that knows its owner by the finger, in a real browser: it opens the account, and confirms what is paid.

let town: Town
let browser: Browser

beforeAll(async () => {
  const opened = await openTown({ OPERATOR: 'ann' })
  // Browsers keep no passkeys for a network address.
  town = { ...opened, appUrl: opened.appUrl.replace('127.0.0.1', 'localhost') }
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await closeTown(town)
})

test.each(['zh', 'en'] as const)('a passkey is added, logs in, pays, and is removed (%s)', async lang => {
  const person = await containers.browser({ town, browser, lang })
  const { page, app, w } = person
  await page.setViewportSize({ width: 360, height: 740 })
  const finger = await withFinger(person)
  try {
    await person.arrive()
    await register(person)
    await setPin(person)
    await deposit(person, '0.5', 'ETH')

    await addPasskey(person)
    await logOut(person)
    await logInByPasskey(person, finger)
    await app.getByText(w('todo.title')).waitFor()

    await letItPay(person)
    await convertBy(person, finger)
    await removePasskey(person)
    await logOut(person)
    await person.visit('/pages/login/login')
    await app.getByRole('button', { name: w('account.login.passkey') }).click()
    await app.getByText(w('refusal.passkey_refused')).waitFor()
    await shoot(person, 'passkey refused')
    expect(person.faults).toEqual([])
  } finally {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/passkey ${lang}.png` })
    await person.leave()
  }
})

test('inside Telegram on a phone its biometrics pay', async () => {
  const person = await inTelegram({ town, browser, lang: 'zh', transport: transports[1] })
  const { app, w, page, visit } = person
  await page.setViewportSize({ width: 360, height: 740 })
  try {
    await person.launch()
    await app
      .getByRole('link', { name: w('welcome.register') })
      .first()
      .click()
    await registerByTelegram(person)
    await setPin(person)
    await deposit(person, '0.5', 'ETH')

    await visit(passkeysPage)
    await app.getByRole('button', { name: w('passkey.tgAdd') }).click()
    await enterPin(person, w('passkey.payConfirm'))
    await app.getByText(w('passkey.unused')).first().waitFor()
    await shoot(person, 'biometrics')
    await convertBy(person, {
      shows: isTheirs =>
        page.evaluate(
          finger => Object.assign(window, { telegramFinger: finger }) && null,
          isTheirs ? 'authorized' : 'failed',
        ),
    })
    await removePasskey(person)
    expect(person.faults).toEqual([])
  } finally {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/biometrics.png` })
    await person.leave()
  }
})

/** A phone with a reader for fingers; `shows` says whether its owner's finger is on it. */
async function withFinger({ page }: Person): Promise<Finger> {
  // What is only offered in a form, one in software answers at once, though nobody chose it.
  await page.addInitScript(() => {
    if ('PublicKeyCredential' in window)
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined })
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const shows = async (isUserVerified: boolean) => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  return { shows }
}

/** Whose finger is on the phone. */
interface Finger {
  shows: (isTheirs: boolean) => Promise<unknown>
}

const passkeysPage = '/pages/safeCenter/safeCenter?passkeys=1'

async function addPasskey(person: Person) {
  const { app, w } = person
  await person.visit(passkeysPage)
  await app.getByText(w('passkey.none')).waitFor()
  await shoot(person, 'passkeys none')
  await app.getByRole('button', { name: w('passkey.add') }).click()
  await app.getByRole('dialog').getByText(w('passkey.pin')).waitFor()
  await shoot(person, 'passkey pin')
  await enterPin(person, w('passkey.next'))
  await app.getByRole('button', { name: w('passkey.make') }).click()
  await app.getByText(w('passkey.unused')).first().waitFor()
  await shoot(person, 'passkeys one')
}

/** A strange finger opens nothing; the owner's does. */
async function logInByPasskey(person: Person, finger: Finger) {
  const { app, w } = person
  await person.visit('/pages/login/login')
  const button = app.getByRole('button', { name: w('account.login.passkey') })
  await finger.shows(false)
  await button.click()
  await app.getByText(w('account.login.passkeyNone')).waitFor()
  await shoot(person, 'passkey log in')
  await finger.shows(true)
  await button.click()
}

async function letItPay(person: Person) {
  const { app, w } = person
  await person.visit(passkeysPage)
  await app.locator('main li button').first().click()
  const stands = app.getByRole('switch', { name: w('passkey.pay') })
  await stands.waitFor()
  await shoot(person, 'passkey detail')
  await stands.click()
  await enterPin(person, w('passkey.payConfirm'))
  await app.getByRole('dialog').waitFor({ state: 'detached' })
}

async function convertBy(person: Person, finger: Finger) {
  const { app, w } = person
  await person.visit('/pages/convertWallet/convertWallet?coin=ETH')
  for (const key of '0.25') await app.getByRole('button', { name: key, exact: true }).click()
  await app.getByRole('button', { name: w('card.next') }).click()
  await app.getByRole('button', { name: w('card.move.withPin') }).click()
  const confirm = app.getByRole('button', { name: w('passkey.confirm') })
  await finger.shows(false)
  await confirm.click()
  await app.getByText(w('passkey.payCancelled')).waitFor()
  await shoot(person, 'passkey pays')
  await finger.shows(true)
  await confirm.click()
  await app.getByText(w('card.convert.done')).first().waitFor()
}

async function removePasskey(person: Person) {
  const { app, w } = person
  await person.visit(passkeysPage)
  await app.locator('main li button').first().click()
  await app.getByRole('button', { name: w('passkey.remove'), exact: true }).click()
  await app.getByText(w('passkey.none')).waitFor()
}
