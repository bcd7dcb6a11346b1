import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../budgets/serve.ts'
import { build, isStale } from '../../src/sandbox/launch/build.ts'
import { openBrowser, openPhone } from '../browser.ts'

// The network goes after the page has come and before the app has.

const root = resolve(import.meta.dirname, '..', '..')

let app: Awaited<ReturnType<typeof serve>>
let browser: Browser

beforeAll(async () => {
  if (!process.env.GLAZE_DIST && isStale(root)) await build(root)
  app = await serve()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  app?.stop()
})

test('an app that did not come starts once the network is back', async () => {
  const { page } = await openPhone(browser, { lang: 'en', serviceWorkers: 'block' })
  let isLost = true
  let tries = 0
  await page.route(/assets\/app-/, route => {
    tries += 1
    return isLost ? route.abort('connectionreset') : route.continue()
  })
  await page.goto(`${app.url}?lang=en#/`)
  await expect.poll(() => tries).toBeGreaterThan(2)
  isLost = false
  // Only the app names an entry of the history.
  await page.waitForFunction(() => history.state?.k)
  await page.context().close()
})
