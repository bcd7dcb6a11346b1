import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../budgets/serve.ts'
import { openBrowser, openPhone } from '../fixtures/browser.ts'

// What is painted while the page is still on its way, or a slow phone still parsing it. Held back is the script at the
// end of the body, which fits the painted shell to whoever opens the app.

const stranger = '注册'

let app: Awaited<ReturnType<typeof serve>>
let browser: Browser
let held: (() => void) | undefined

const slowly = createServer(async (request, response) => {
  const { url = '/', method = 'GET', headers: asked } = request
  const answer = await fetch(new URL(url, app.url), {
    method,
    headers: { 'x-access-token': String(asked['x-access-token'] ?? '') },
    body: method === 'GET' ? null : await text(request),
  })
  const headers = [...answer.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name))
  response.writeHead(answer.status, Object.fromEntries(headers))
  const body = Buffer.from(await answer.arrayBuffer())
  if (new URL(url, app.url).pathname === '/') holdBack(body.toString(), response)
  else response.end(body)
})

const afterShell = '<template>'

/** What follows the shell comes a moment later: what was not shown by then has to be drawn all the same. */
function holdBack(html: string, response: ServerResponse) {
  const end = html.indexOf(afterShell) + afterShell.length
  const [shell] = html.slice(0, end).match(/^.*<\/div>/s) as RegExpMatchArray
  response.write(shell)
  setTimeout(() => response.write(html.slice(shell.length, end)), 100)
  held = () => response.end(html.slice(end))
}

beforeAll(async () => {
  app = await serve()
  browser = await openBrowser()
  await new Promise<void>(done => slowly.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await browser?.close()
  slowly.close()
  app?.stop()
})

test.each([
  ['a stranger sees Home at once', '/', stranger, stranger],
  ['who speaks English sees no Chinese first', '/?lang=en', '', 'Create account'],
  ['who is signed in sees nothing of what strangers see', '/?as=customer', '', '总资产'],
  ['nor does who opens another page', '/?as=customer#/pages/bill/bill', '', '账单'],
  ['nor a stranger who does', '/#/pages/login/login', '', '登录'],
])('%s', async (_, path, first, then) => {
  const { page } = await openPhone(browser, { lang: 'zh', serviceWorkers: 'block' })
  const { port } = slowly.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'commit' })
  await page.locator('template').first().waitFor({ state: 'attached' })
  // The rest of the page is still held back, however long this takes to be drawn.
  const seen = () => page.evaluate(() => document.body.innerText)
  if (first) await expect.poll(seen, { timeout: 10_000 }).toContain(first)
  else expect((await seen()).trim()).toBe('')
  held?.()
  await page.getByText(then).first().waitFor()
  await page.context().close()
})

test('Home that comes in pieces moves nothing', async () => {
  const html = await (await fetch(app.url)).text()
  const [, before, shell, after] = /^(.*?)(<div id="app">.*?)(<template>.*)$/s.exec(html) as string[]
  const pieces = [before, ...(shell as string).split(/(?<=<\/(?:a|li|div)>)/), after]
  const piecemeal = createServer(async ({ url }, response) => {
    if (url !== '/') return // The app itself is awaited for as long as the test goes on.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise(painted => setTimeout(painted, 50))
    }
    response.end()
  })
  await new Promise<void>(done => piecemeal.listen(0, '127.0.0.1', done))
  const { page } = await openPhone(browser, { lang: 'zh', serviceWorkers: 'block' })
  await page.goto(`http://127.0.0.1:${(piecemeal.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
  await page.locator('#app + style').first().waitFor({ state: 'attached' })
  await page.getByText(stranger).first().waitFor()
  expect(pieces.length).toBeGreaterThan(10)
  expect(await page.evaluate(shiftOf)).toBe(0)
  await page.context().close()
  piecemeal.close()
})

test.each(['/?as=customer#/pages/bill/bill', '/#/pages/login/login'])(
  'a page whose script is on its way is an empty one in its shape, and moves nothing when it comes: %s',
  async path => {
    const { page, faults } = await openPhone(browser, { lang: 'zh', serviceWorkers: 'block' })
    let release = () => {}
    const released = new Promise<void>(done => {
      release = done
    })
    await page.route('**/assets/*.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(app.url + path.slice(1), { waitUntil: 'commit' })
    await page.locator('#app .bone').first().waitFor()
    expect(await page.evaluate(() => document.body.innerText.trim())).toBe('')
    release()
    await page.locator('#app h1').first().waitFor()
    expect(await page.locator('template').count()).toBe(0)
    expect(await page.evaluate(shiftOf)).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  },
)

/** Runs in the page: how far what was painted has moved. */
function shiftOf(): Promise<number> {
  return new Promise(done => {
    new PerformanceObserver(seen => {
      done(
        (seen.getEntries() as (PerformanceEntry & { value: number })[]).reduce(
          (sum, { value }) => sum + value,
          0,
        ),
      )
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(0), 1_000)
  })
}
