import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serve } from '../../budgets/serve.ts'
import { keepTracks, liveTracks, openFilming } from './steps/film.ts'

// The scan sheet in a real browser with a camera that films a QR code. Chromium on Linux has no reader of its own:
// what is read here is read by ZXing.

const to = '0x52908400098527886E0F7030069857D2E4169EE7'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

let folder = ''
let app: Awaited<ReturnType<typeof serve>>
let browser: Browser | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glaze-scan-'))
  app = await serve()
})
afterEach(async () => {
  await browser?.close()
})
afterAll(async () => {
  app.stop()
  await rm(folder, { recursive: true })
})

test('the camera reads a payment link; one tap leads to the withdrawal with everything it said', async () => {
  const page = await openScan(`ethereum:${usdt}@1/transfer?address=${to}&uint256=12500000`)
  await page.getByText('这是一个收款地址').waitFor()
  expect(await page.getByRole('dialog').textContent()).toContain('12.5 USDT')
  expect(new URL(page.url()).hash).toBe('')
  expect(await liveTracks(page)).toBe(0)
  await page.getByRole('button', { name: '去提现' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [path, query] = new URL(page.url()).hash.split('?')
  expect(path).toBe('#/pages/transferOut/transferOut')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    to,
    coin: 'USDT',
    chain: 'ERC20',
    amount: '12.5',
  })
})

test.each(['0x25fc0e7096fc653718202dc30b0c580b8ab87eac', '0x5f9c4ab08cac7457e9111a30e4664920607ea2c1'])(
  'the camera reads %s, which is taken for another shape at its first size',
  async text => {
    const page = await openScan(text)
    await page.getByText('这是一个收款地址').waitFor()
  },
)

test('closing the sheet, hiding the app and leaving the page each stop the camera', async () => {
  const page = await openScan(null)
  await page.getByText('把二维码放进框内').waitFor()
  expect(await liveTracks(page)).toBe(1)
  await hide(page, true)
  await expect.poll(() => liveTracks(page)).toBe(0)
  await hide(page, false)
  await page.getByText('把二维码放进框内').waitFor()
  expect(await liveTracks(page)).toBe(1)
  await page.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => liveTracks(page)).toBe(0)

  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.getByText('把二维码放进框内').waitFor()
  await page.evaluate(() => location.assign('#/pages/about/about'))
  await expect.poll(() => liveTracks(page)).toBe(0)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a refused camera says so; a picture and pasted text still work; nothing foreign is opened', async () => {
  const page = await openScan(null, { isAllowed: false })
  await page.getByRole('button', { name: '打开相机' }).click()
  await page.getByText('没有相机权限').waitFor()

  const dark = await picture('javascript:alert(1)', { ink: '#fff', paper: '#223' })
  await page.locator('input[type=file]').setInputFiles(dark)
  await page.getByText('这不是 Glaze 的二维码').waitFor()
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
  await page.getByRole('button', { name: '重新扫描' }).click()

  await page.locator('input[type=file]').setInputFiles(await picture(null))
  await page.getByText('没有读到二维码').waitFor()
  const invitation = await picture(`${app.url}#/pages/sharePage/sharePage?refer=GLAZE1&lang=zh`)
  await page.locator('input[type=file]').setInputFiles(invitation)
  await page.getByText('GLAZE1').waitFor()
  await page.getByRole('button', { name: '重新扫描' }).click()

  await page.getByText('没有相机权限').waitFor()
  await page.getByRole('button', { name: '粘贴文字' }).click()
  await page.getByLabel('地址、付款链接、邀请链接或激活码').fill(`${app.url}#/pages/about/about`)
  await page.getByRole('button', { name: '识别' }).click()
  await page.getByRole('button', { name: '打开' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/pages/about/about')
})

/** Home of somebody signed in, with the scan sheet open, in front of a camera that films `text` (null: a blank wall). */
async function openScan(text: string | null, { isAllowed = true } = {}): Promise<Page> {
  browser = await openFilming(join(folder, 'film.y4m'), svgOf(text), { isAllowed })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(signIn)
  await page.addInitScript(keepTracks)
  await page.route('**/api/**', call => call.fulfill({ status: 504, json: { status: 504 } }))
  await page.goto(app.url)
  await page.getByRole('button', { name: '扫一扫' }).click()
  return page
}

/** Runs in the page, before anything else. */
function signIn() {
  localStorage.setItem('accessToken', '"token"')
  localStorage.setItem('loginUserInfo', '{"id":"1","email":"lin@example.com"}')
}

async function hide(page: Page, isHidden: boolean) {
  await page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

async function picture(text: string | null, colours?: Colours) {
  const buffer = await sharp(Buffer.from(svgOf(text, colours)))
    .png()
    .toBuffer()
  return { name: 'code.png', mimeType: 'image/png', buffer }
}

interface Colours {
  ink: string
  paper: string
}

/** A code on a larger sheet, as on a poster. */
function svgOf(text: string | null, { ink, paper }: Colours = { ink: '#16181a', paper: '#eee' }): string {
  const cells = text ? encode(text, { ecc: 'M', border: 4 }).data : []
  const size = cells.length || 1
  const drawn = cells.flatMap((row, y) => row.map((isInk, x) => (isInk ? `M${x} ${y}h1v1h-1z` : '')))
  const path = `<path fill="${ink}" transform="translate(160 80) scale(${320 / size})" d="${drawn.join('')}"/>`
  const sheet = `<rect width="640" height="480" fill="${paper}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${sheet}${path}</svg>`
}
