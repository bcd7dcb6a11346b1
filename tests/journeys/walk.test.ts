import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../budgets/serve.ts'
import { moving, walk } from '../../budgets/steps.ts'
import { slowPhone } from '../../budgets/watch.ts'
import { build, isStale } from '../../src/sandbox/launch/build.ts'
import { openBrowser } from '../browser.ts'

// The walk that `npm run interactions` measures on a slow phone, on a fast one and without its times: it can be walked,
// and nothing jumps on it.

const root = resolve(import.meta.dirname, '..', '..')
const budget: { shift: number } = JSON.parse(readFileSync(`${root}/budgets/interactions.json`, 'utf8'))

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

test('a day with the app, from Home over a thousand bills to forms, without a jump', async () => {
  const phone = await slowPhone(browser, { slowdown: 1, size: { width: 412, height: 823 } })
  const { steps } = await walk(phone, app.url)
  await phone.close()
  const jumps = Object.entries(steps).filter(
    ([name, { shift }]) => !moving.includes(name) && shift > budget.shift,
  )
  expect(jumps).toEqual([])
  expect(Object.values(steps).every(({ work }) => work > 0)).toBe(true)
})
