import { expect, test } from 'vitest'
import { openPhone } from '../fixtures/browser.ts'
import { builtApp } from './town/built-app.ts'

// The network goes after the page has come and before the app has.

const built = builtApp()

test('an app that did not come starts once the network is back', async () => {
  const { page } = await openPhone(built.browser, { lang: 'en', serviceWorkers: 'block' })
  let isLost = true
  let tries = 0
  await page.route(/assets\/app-/, route => {
    tries += 1
    return isLost ? route.abort('connectionreset') : route.continue()
  })
  await page.goto(`${built.url}?lang=en#/`)
  await expect.poll(() => tries).toBeGreaterThan(2)
  isLost = false
  // Only the app names an entry of the history.
  await page.waitForFunction(() => history.state?.k)
  await page.context().close()
})
