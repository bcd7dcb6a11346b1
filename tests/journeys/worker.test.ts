import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPhone } from '../fixtures/browser.ts'
import { wordsOf } from '../fixtures/words.ts'
import { builtApp } from './town/built-app.ts'

// The service worker of the built app, which no page under trusted types can register by itself.

const built = builtApp()

/** What is asked here comes some seconds after a first touch, and without one later. */
async function touch(page: Page) {
  await page.waitForFunction(() => history.state?.k)
  await page.keyboard.press('Shift')
}

test('the service worker comes without a violation, and the app opens without a network from then on', async () => {
  const { page, faults } = await openPhone(built.browser, { lang: 'en' })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(`${built.url}?lang=en`)
  await touch(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(asked).toContain('/worker.html')
  // The page that registered it is gone.
  await expect.poll(() => page.frames().length).toBe(1)
  await page.reload()
  await page.getByRole('link', { name: wordsOf('en')('welcome.login') }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  expect(asked.filter(path => path === '/worker.html')).toHaveLength(1)
  expect(faults).toEqual([])

  await page.context().setOffline(true)
  await page.goto('about:blank')
  await page.goto(`${built.url}?lang=en#/pages/about/about`)
  await page.getByRole('heading', { level: 1, name: wordsOf('en')('help.about') }).waitFor()
  await page.context().close()
})

test('an app that is too old goes no further, and is the newest after one press with what was typed', async () => {
  const { page, faults } = await openPhone(built.browser, { lang: 'en' })
  const w = wordsOf('en')
  let min = '99.0.0'
  await page.route('**/params/app/get/minVersion*', route => route.fulfill({ json: { code: 1, data: min } }))
  await page.goto(`${built.url}?lang=en#/pages/login/login`)
  await touch(page)
  const email = page.getByLabel(w('account.email'), { exact: true })
  await email.fill('half@done.example')
  const cover = page.getByRole('dialog', { name: w('update.must') })
  await cover.waitFor()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await cover.waitFor()

  min = '1.0.0'
  const asked = page.waitForResponse(response => response.url().includes('minVersion'))
  await cover.getByRole('button', { name: w('update.now') }).click()
  await asked
  expect(await email.inputValue()).toBe('half@done.example')
  await cover.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await page.context().close()
})
