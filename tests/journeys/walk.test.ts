import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { moving, walk } from '../../budgets/steps.ts'
import { slowPhone } from '../../budgets/watch.ts'
import { builtApp } from './town/built-app.ts'

// The walk that `npm run interactions` measures on a slow phone, on a fast one and without its times: it can be walked,
// and nothing jumps on it.

const root = resolve(import.meta.dirname, '..', '..')
const budget: { shift: number } = JSON.parse(readFileSync(`${root}/budgets/interactions.json`, 'utf8'))

const built = builtApp()

test('a day with the app, from Home over a thousand bills to forms, without a jump', async () => {
  const phone = await slowPhone(built.browser, { slowdown: 1, size: { width: 412, height: 823 } })
  const { steps } = await walk(phone, built.url)
  await phone.close()
  const jumps = Object.entries(steps).filter(
    ([name, { shift }]) => !moving.includes(name) && shift > budget.shift,
  )
  expect(jumps).toEqual([])
  expect(Object.values(steps).every(({ work }) => work > 0)).toBe(true)
})
