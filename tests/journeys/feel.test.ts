import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { card } from '../../budgets/holdings.ts'
import { openPhone } from '../fixtures/browser.ts'
import { until } from '../fixtures/until.ts'
import { wordsOf } from '../fixtures/words.ts'
import { asStrongPhone, counted, drawDown, slide, turnsOf } from './steps/feel.ts'
import { builtApp } from './town/built-app.ts'

// How the app feels in the hand: what a finger does, what is still there after a reload, and what is told without a
// network. The built app in a real browser, with real touches; what a server would say is given.

const w = wordsOf('zh')
const move = '/api/customer/cryptoCurrency/convertToCardBalance'

const built = builtApp()

async function open(
  path: string,
  { reducedMotion = 'no-preference' }: Pick<BrowserContextOptions, 'reducedMotion'> = {},
): Promise<Page> {
  const { page } = await openPhone(built.browser, { lang: 'zh', reducedMotion, serviceWorkers: 'block' })
  await page.addInitScript(asStrongPhone)
  await page.goto(`${built.url}?as=customer#${path}`)
  return page
}

function visit(page: Page, path: string) {
  return page.evaluate(hash => {
    location.hash = hash
  }, path)
}

/** What a hand wants comes with its first touch. */
async function touchFirst(page: Page) {
  const button = page.getByRole('button', { name: w('pull.action'), exact: true })
  await until(async () => {
    await drawDown(page, 400, 440)
    return (await button.count()) || null
  })
}

describe('a pull', () => {
  test.each([
    ['/', '/api/customer/cryptoCurrency/queryWallet'],
    ['/pages/card/card', '/api/customer/card/50/1'],
    ['/pages/bill/bill', '/api/customer/userBill/30/1'],
  ])('at the top of %s reads it anew; so does a key', async (place, path) => {
    const page = await open(place)
    await page
      .getByText(/USDT|\$/)
      .first()
      .waitFor()
    await touchFirst(page)
    const asked = counted(page, path)
    await drawDown(page, 200, 280)
    expect(asked(), 'a short one').toBe(0)
    await drawDown(page, 200, 480)
    await until(async () => asked() === 1 || null)
    await page.getByText(w('pull.done'), { exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: w('pull.action'), exact: true }).press('Enter')
    await until(async () => asked() === 2 || null)
    await page.context().close()
  })
})

const moved = {
  amount: '20',
  fee: '0.2',
  cardAvailable: '120',
  walletAvailable: '500',
}

test('money goes out by a whole slide, once, and the seal can be shared', async () => {
  const page = await open(`/pages/rechargeCard2/rechargeCard2?cardId=${card.cobalt.id}`)
  await page.route(`**${move}`, call => call.fulfill({ json: { code: 1, data: moved } }))
  const sent = counted(page, move)
  for (const key of '20') await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: w('card.next'), exact: true }).click()
  await page.getByRole('button', { name: w('card.move.withPin') }).click()
  const pad = page.locator('dialog form')
  for (const key of '246810') await pad.getByRole('button', { name: key, exact: true }).click()
  const button = pad.locator('button[type=submit]')
  await slide(page, button, 0.5)
  await button.click({ position: { x: 200, y: 30 } })
  await page.getByText(w('slide.again'), { exact: true }).first().waitFor()
  expect(sent(), 'half a slide and one press').toBe(0)
  await slide(page, button, 1)
  await page.getByRole('heading', { name: w('card.move.doneCard') }).waitFor()
  expect(sent()).toBe(1)
  await page.getByRole('button', { name: w('receipt.share') }).click()
  await page.getByText(w('receipt.copied')).waitFor()
  await page.context().close()
})

test('a real keyboard types the PIN and confirms it, without a way to the button', async () => {
  const page = await open(`/pages/rechargeCard2/rechargeCard2?cardId=${card.cobalt.id}`)
  await page.route(`**${move}`, call => call.fulfill({ json: { code: 1, data: moved } }))
  for (const key of '20') await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: w('card.next'), exact: true }).click()
  await page.getByRole('button', { name: w('card.move.withPin') }).click()
  await page.locator('dialog form').waitFor()
  await page.keyboard.type('24681')
  await page.keyboard.press('Enter')
  await page.getByText(w('keypad.progress', { count: 5 })).waitFor({ state: 'attached' })
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: w('card.move.doneCard') }).waitFor()
  await page.context().close()
})

test('what was typed outlives a reload and a closed app, and ends with the log-out', async () => {
  const page = await open('/pages/feedback/feedback')
  await page
    .context()
    .route('**/api/customer/customerUser/logout', call => call.fulfill({ json: { code: 1, data: null } }))
  const text = '转账后三天仍然没有到账，请帮我查询一下。'
  await page.getByLabel(w('help.feedback.describe')).fill(text)
  const kept = () => page.evaluate(text => JSON.stringify({ ...localStorage }).includes(text) || null, text)
  await until(kept)
  await page.reload()
  await until(async () => (await page.getByLabel(w('help.feedback.describe')).inputValue()) === text || null)
  const again = await page.context().newPage()
  await page.close()
  await again.goto(`${built.url}?as=customer#/pages/feedback/feedback`)
  await until(async () => (await again.getByLabel(w('help.feedback.describe')).inputValue()) === text || null)
  await visit(again, '/pages/user/user')
  await again.getByRole('button', { name: w('account.logOut') }).click()
  await again
    .getByRole('dialog')
    .getByRole('button', { name: w('account.logOut'), exact: true })
    .click()
  await again
    .getByRole('link', { name: w('welcome.register') })
    .first()
    .waitFor()
  expect(await again.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(text)
  await again.context().close()
})

test('on the way back what was read is there, before anybody answers, and as far down as it was', async () => {
  const page = await open('/pages/bill/bill')
  await page.getByRole('listitem').nth(12).waitFor()
  const down = await page.evaluate(() => {
    scrollTo(0, 400)
    return scrollY
  })
  expect(down).toBeGreaterThan(100)
  await visit(page, '/pages/safeCenter/safeCenter')
  await page.getByRole('heading', { name: w('account.safety') }).waitFor()
  await page.route('**/api/customer/userBill/**', () => new Promise(() => {}))
  await page.goBack()
  await page.getByRole('listitem').nth(12).waitFor()
  await page.waitForTimeout(600)
  await until(async () => Math.abs((await page.evaluate(() => scrollY)) - down) < 5 || null)
  await page.context().close()
})

test('back closes the sheet that an address has opened, and then leads to where one came from', async () => {
  const page = await open('/pages/user/user')
  const cardPage = `/pages/cardDetail/cardDetail?id=${card.cobalt.id}`
  const isAt = (hash: string) => page.waitForFunction(hash => location.hash === hash, `#${hash}`)
  await page.getByText(w('account.language')).waitFor()
  await visit(page, `${cardPage}&open=limits`)
  await page.getByRole('dialog').waitFor()
  await page.evaluate(() => history.back())
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isAt(cardPage)
  await page.evaluate(() => history.back())
  await isAt('/pages/user/user')
  await page.getByText(w('account.language')).waitFor()
  await page.evaluate(() => history.forward())
  await isAt(cardPage)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().close()
})

// As older browsers do, which remember by its URL that a file did not come.
test.each([
  ['a part', 'freeze', '/pages/safeCenter/safeCenter?freeze=1', `text=${w('account.freeze.about')}`],
  ['words', 'zh-CN-account', '/pages/safeCenter/safeCenter', `text=${w('account.safety')}`],
  ['what draws a code', 'dist', '/pages/invite/invite', 'svg[role=img] path[d^=M]'],
])('%s that did not come is asked for under another URL', async (_what, file, place, sign) => {
  const page = await open('/')
  const asked: string[] = []
  await page.route(new RegExp(`/assets/${file}-[^/]*$`), route => {
    const { search } = new URL(route.request().url())
    asked.push(search)
    return search ? route.continue() : route.abort()
  })
  await visit(page, place)
  await page.locator(sign).first().waitFor({ state: 'attached' })
  expect(asked.at(-1)).toMatch(/^\?r=\d$/)
  await page.context().close()
})

test.each(['card', 'bill'])('without a network %s tells how old it is', async route => {
  const page = await open(`/pages/${route}/${route}`)
  // With figures: the bones that stand in for rows are a list too.
  await page.getByRole('listitem').filter({ hasText: /\d/ }).nth(2).waitFor()
  const age = page.getByText(/未能更新，以下是(刚才|.+前)的数据/).first()
  await page.context().setOffline(true)
  await age.waitFor()
  await page.evaluate(() => scrollTo(0, 300))
  const [line, title] = [page.getByText(w('offline.text')), page.getByRole('heading', { level: 1 })]
  const [above, below] = [await line.boundingBox(), await title.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  await page.context().setOffline(false)
  await age.waitFor({ state: 'detached' })
  await page.context().close()
})

test('without a network Home tells of when its figures are', async () => {
  const page = await open('/')
  await page.getByText(/USDT/).first().waitFor()
  await touchFirst(page)
  await page.context().setOffline(true)
  const [before = ''] = w('home.stale').split('{time}')
  await page.getByText(before).waitFor()
  await page.context().close()
})

test('pages are turned where they may move, and change at once for who wants less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await open('/', { reducedMotion })
    await touchFirst(page)
    await visit(page, '/pages/card/card')
    await page.getByRole('heading', { name: w('tab.card') }).waitFor()
    await visit(page, '/')
    await page.getByRole('button', { name: w('home.scan') }).waitFor()
    const turned = await turnsOf(page)
    if (reducedMotion === 'reduce') expect(turned).toBe(0)
    else await until(async () => (await turnsOf(page)) >= 2 || null)
    await page.context().close()
  }
})
