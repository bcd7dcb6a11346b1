import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card } from '../../budgets/holdings.ts'
import { routeNames } from '../../src/app/routing/route-names.ts'
import { leaveFor, openPhone } from '../fixtures/browser.ts'
import { builtApp } from './town/built-app.ts'

// The built app alone, without a server that answers: every route finds its files and its words in both languages.

const root = resolve(import.meta.dirname, '..', '..')
const user = { id: '1', email: 'lin@example.com', certStatus: 'none', certified: false, pinSet: true }
const id = '01990000-0000-7000-8000-000000000001'
const query = `id=${id}&cardId=${id}&cardTypeId=1&for=in&coin=USDT&chain=ERC20&refer=GLAZE1&key=service&kind=system`
const rawKey =
  /\b(account|card|field|forms|help|home|identity|invite|messages|nowhere|refusal|state|wallet)\.\w+/

const built = builtApp()

test.each(['zh', 'en'] as const)('every route draws itself: %s', async lang => {
  const { page, missing } = await openApp(lang, '/pages/card/card')
  for (const name of routeNames) {
    await page.evaluate(leaveFor, `#${pathOf(name)}?${query}`)
    await page.locator(':is(main,h1):not([data-old])').first().waitFor()
    expect(await page.locator('body').innerText(), name).not.toMatch(rawKey)
  }
  expect(missing).toEqual([])
})

test.each(['zh', 'en'] as const)('Home comes alive where it was painted: %s', async lang => {
  const { page, missing } = await openApp(lang, '/')
  await page.getByRole('button', { name: lang === 'zh' ? '扫一扫' : 'Scan' }).click()
  await page.getByRole('dialog').waitFor()
  expect(missing).toEqual([])
})

test('a tap on what is only painted yet counts as soon as the app is there', async () => {
  let bringApp = () => {}
  const appAfter = new Promise<void>(resolve => {
    bringApp = resolve
  })
  const { page } = await openApp('en', '/', { appAfter })
  await page.getByRole('button', { name: 'Scan' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  bringApp()
  await page.getByRole('dialog').waitFor()
})

test('what has the focus comes out from under the button of its page, with a keyboard open, too', async () => {
  const { page } = await openApp('zh', '/pages/card/card')
  const inactive = { ...card.celadon, type: 'physical', status: 'inactive', renewal: null }
  const answer = { code: 1, key: 'ok', msg: '', data: inactive }
  await page.route('**/api/customer/card/detail', call => call.fulfill({ json: answer }))
  await page.evaluate(leaveFor, `#${pathOf('activateCard')}?id=${inactive.id}`)
  const field = page.getByLabel('6 位激活码', { exact: true })
  const { y = 0, height = 0 } = (await field.boundingBox()) ?? {}
  await page.setViewportSize({ width: 360, height: Math.ceil(y + height) + 8 })
  await field.focus()
  const isSeen = (element: Element) => {
    const { left, top, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + 8, top + height / 2) === element
  }
  expect(await field.evaluate(isSeen)).toBe(true)
})

test('an address of no page says so, that of the gallery too: nothing of it is shipped', async () => {
  const { page } = await openApp('zh', '/dev/gallery')
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  const dist = process.env.GLAZE_DIST ?? join(root, 'dist')
  const assets = join(dist, 'client', 'assets')
  const built = readdirSync(assets).filter(file => file.endsWith('.js'))
  expect(built.length).toBeGreaterThan(30)
  const traces = built.filter(file =>
    /^gallery-|data-part|dev\/gallery/.test(file + readFileSync(join(assets, file), 'utf8')),
  )
  expect(traces).toEqual([])
})

/** Somebody signed in, in front of a server that does not answer in time. */
async function openApp(
  lang: 'zh' | 'en',
  path: string,
  { appAfter }: { appAfter?: Promise<void> } = {},
): Promise<{ page: Page; missing: string[] }> {
  const { page } = await openPhone(built.browser, { lang })
  const missing: string[] = []
  page.on('pageerror', error => missing.push(String(error)))
  page.on('response', answer => {
    if (answer.url().includes('/assets/') && !answer.ok()) missing.push(answer.url())
  })
  await page.addInitScript(person => {
    localStorage.setItem('accessToken', '"token"')
    localStorage.setItem('loginUserInfo', person)
  }, JSON.stringify(user))
  await page.route('**/api/**', call => call.fulfill({ status: 504, json: { status: 504 } }))
  if (appAfter)
    await page.route('**/assets/app-*', async file => {
      await appAfter
      await file.continue()
    })
  await page.goto(`${built.url}?lang=${lang}#${path}`, { waitUntil: appAfter ? 'commit' : 'load' })
  return { page, missing }
}

function pathOf(name: string): string {
  if (name === 'index') return '/'
  return name.includes('-') ? `/${name}` : `/pages/${name}/${name}`
}
