import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { editKyc } from '../../src/contract/identity.ts'
import { openPhone } from '../fixtures/browser.ts'
import { profile } from '../fixtures/identity/profile.ts'
import { containers, type Person } from './people/person.ts'
import { picture } from './people/phone.ts'
import { keepLast } from './reading/shoot.ts'
import { register } from './steps/account.ts'
import { film, keepTracks, liveTracks, openFilming, passportOnTable } from './steps/film.ts'
import { closeTown } from './town/close-town.ts'
import { openTown, type Town } from './town/town.ts'

// The pictures of a document in a real browser: by the camera of the page, and by another device.

let town: Town
let folder = ''
let browser: Browser | undefined

beforeAll(async () => {
  town = await openTown()
  folder = await mkdtemp(join(tmpdir(), 'glaze-film-'))
})
afterEach(async () => {
  await browser?.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await closeTown(town)
})

/** Somebody who has filled in the profile, on the page of the first picture, before a camera that films this. */
async function applicant(
  drawn: string | null,
  { lang = 'zh', isAllowed = true }: { lang?: 'zh' | 'en'; isAllowed?: boolean } = {},
): Promise<Person> {
  browser = await openFilming(join(folder, 'film.y4m'), drawn, { isAllowed })
  const person = await containers.browser({ town, browser, lang })
  await person.page.addInitScript(keepTracks)
  await person.arrive()
  await register(person)
  await person.page.evaluate(fillIn, { path: editKyc.path, answers: { ...profile, docType: 'passport' } })
  await person.visit('/pages/passportUpload/passportUpload')
  await person.app.getByRole('button', { name: person.w('identity.photo.camera') }).waitFor()
  return person
}

/** Runs in the page: saves a profile as the form does. */
async function fillIn({ path, answers }: { path: string; answers: object }) {
  const token = JSON.parse(localStorage.getItem('accessToken') ?? '""') as string
  const headers = { 'content-type': 'application/json', 'X-Access-Token': token }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(answers) })
  if ((await response.json()).code !== 1) throw new Error('the profile was not saved')
}

const shot = (page: Page, name: string) => keepLast(page, `documents ${name}`)

test('the camera of the page takes both pictures, and runs only while it is on the screen', async () => {
  const person = await applicant(passportOnTable())
  const { page, app, w } = person
  await app.getByRole('button', { name: w('identity.photo.camera') }).click()
  await app.getByText(w('identity.camera.good')).waitFor()
  expect(await app.locator('dialog [data-seen]').count()).toBe(4)
  expect(await liveTracks(page)).toBe(1)
  await shot(page, 'camera')
  await page.goBack()
  await expect.poll(() => liveTracks(page)).toBe(0)
  await app.getByRole('button', { name: w('identity.photo.camera') }).click()
  await app.getByText(w('identity.camera.good')).waitFor()

  await app
    .locator('dialog')
    .getByRole('button', { name: w('identity.camera.shutter') })
    .click()
  await app.getByRole('button', { name: w('identity.photo.use') }).waitFor()
  expect(await liveTracks(page)).toBe(0)
  const size = await app.locator('[role=img] canvas').evaluate(drawn => {
    const { width, height } = drawn as HTMLCanvasElement
    return { width, height }
  })
  // What lies under the frame with some of the table around it, not the whole film.
  expect(size.width).toBeGreaterThan(640)
  expect(size.width).toBeLessThan(film.width)
  expect(size.height).toBeLessThan(film.height / 2)
  await shot(page, 'taken')
  await app.getByRole('button', { name: w('identity.photo.use') }).click()

  await app
    .getByRole('heading', { name: w('identity.photo.take', { what: w('identity.side.hold') }) })
    .waitFor()
  await app.getByRole('button', { name: w('identity.photo.camera') }).click()
  await app.getByText(w('identity.camera.aimFace')).waitFor()
  await shot(page, 'face')
  await app
    .locator('dialog')
    .getByRole('button', { name: w('identity.camera.shutter') })
    .click()
  await app.getByRole('button', { name: w('identity.photo.use') }).click()
  await app
    .getByText(w('identity.status.pending'))
    .or(app.getByText(w('identity.status.approved')))
    .first()
    .waitFor()
  expect(await liveTracks(page)).toBe(0)
  expect(person.faults).toEqual([])
  await person.leave()
})

test.each([
  ['a refused camera', { drawn: passportOnTable(), isAllowed: false }, 'identity.camera.denied.desktop'],
  ['a camera that stays black', { drawn: null, isAllowed: true }, 'identity.camera.dark'],
])('%s says so; a file still does', async (name, { drawn, isAllowed }, words) => {
  const person = await applicant(drawn, { isAllowed })
  const { page, app, w } = person
  await app.getByRole('button', { name: w('identity.photo.camera') }).click()
  await app.getByText(w(words)).waitFor()
  await shot(page, name)
  const file = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await picture() }
  await app.locator('input[type=file]').last().setInputFiles(file)
  await app.getByRole('button', { name: w('identity.photo.use') }).click()
  await app
    .getByRole('heading', { name: w('identity.photo.take', { what: w('identity.side.hold') }) })
    .waitFor()
  await person.leave()
})

test('another device takes the pictures without a session; the first one goes on by itself', async () => {
  const person = await applicant(passportOnTable())
  const { page, app, w } = person
  await app.getByRole('button', { name: w('identity.other.open') }).click()
  await app.getByText(w('identity.other.waiting')).waitFor()
  await shot(page, 'link')
  const url = await readCode(page, w('identity.other.qr'))
  const token = new URLSearchParams(url.split('?')[1]).get('handoff') ?? ''
  expect(token).toHaveLength(43)

  const other = await openPhone(browser as Browser, { lang: 'zh' })
  await other.page.goto(url)
  const whose = `${person.email[0]}***@mail.test`
  await other.page.getByText(w('identity.other.whose', { account: whose })).waitFor()
  expect(other.page.url()).not.toContain(token)
  await shot(other.page, 'other')
  await app.getByText(w('identity.other.opened', { device: 'Chrome · Linux' })).waitFor()

  const stranger = await openPhone(browser as Browser, { lang: 'en' })
  await stranger.page.goto(url)
  await stranger.page.getByText(w('identity.other.over')).waitFor()

  await send(other.page, w, 'front')
  await other.page.getByText(w('identity.photo.take', { what: w('identity.side.hold') })).waitFor()
  await app.getByText(w('identity.photo.take', { what: w('identity.side.hold') })).waitFor()
  await other.page.reload()
  await send(other.page, w, 'hold')
  await other.page.getByText(w('identity.other.done')).waitFor()
  await shot(other.page, 'done')
  await app
    .getByText(w('identity.status.pending'))
    .or(app.getByText(w('identity.status.approved')))
    .first()
    .waitFor()
  expect(await other.page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  expect(await other.page.evaluate(() => sessionStorage.getItem('kycHandoff'))).toBeNull()
  expect([...person.faults, ...other.faults]).toEqual([])
  await person.leave()
})

async function send(page: Page, w: Person['w'], side: string) {
  const file = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: await picture() }
  await page.getByRole('button', { name: w('identity.photo.camera') }).waitFor()
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.getByRole('button', { name: w('identity.photo.use') }).click()
  await page.getByRole('button', { name: w('identity.photo.use') }).waitFor({ state: 'detached' })
}

/** What the QR code on the screen says. */
async function readCode(page: Page, label: string): Promise<string> {
  const code = page.getByRole('img', { name: label })
  await code.locator('path[d^=M]').waitFor({ state: 'attached' })
  const { data, info } = await sharp(await code.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const source = new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height)
  // Nothing but the code: looking for it among other shapes fails for one in fourteen.
  const isAlone = new Map([[DecodeHintType.PURE_BARCODE, true]])
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)), isAlone).getText()
}
