import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../budgets/serve.ts'
import { everyCall } from '../../src/contract/index.ts'
import { openBrowser } from '../fixtures/browser.ts'
import { answering, recording, type Walk } from './answers.ts'
import { type Camera, openCamera } from './camera.ts'
import { changesOf, keepScreen, keepStrip, obstacle } from './pictures.ts'
import { comeTo } from './places.ts'
import { scenes } from './scenes.ts'

const kept = join(import.meta.dirname, 'kept')
const recorded = recording()
const walks = Object.values(recorded)
const longMs = 300_000

const reason = await obstacle(walks.flatMap(({ places }) => Object.keys(places)))
if (reason) console.warn(`Routes are not compared with pictures: ${reason}.`)

describe('what the server said then', () => {
  const calls = everyCall().map(({ call }) => call)
  const all = walks.flatMap(({ said }) => Object.values(said).flatMap(part => Object.entries(part)))

  test.each(all)('%s is what the contract says now', (key, envelope) => {
    const path = key.split(/[? ]/, 1)[0] ?? ''
    const call = calls.find(({ path: template }) => shapeOf(template).test(path))
    if (!call) throw new Error('no call has this path: node tests/visual/record.ts')
    const { code, data } = envelope as { code: number; data: unknown }
    if (code === 1) expect(call.output.safeParse(data).error?.issues ?? []).toEqual([])
  })
})

describe.skipIf(reason !== null)('zh and en, light and dark, in the browser and in Telegram', () => {
  const unheard = new Set<string>()
  const strip = new Map<string, Buffer[]>()
  let app: Awaited<ReturnType<typeof serve>>
  let browser: Browser

  beforeAll(async () => {
    // Always there: invitations show the address as a QR code.
    app = await serve(4179)
    browser = await openBrowser()
  }, longMs)
  afterAll(async () => {
    await browser.close()
    app.stop()
  })

  /** One phone for each scene goes from place to place. */
  function looksAt(walk: Walk) {
    const { stored, places, times, said } = walk
    const [first = ''] = Object.keys(places)
    const cameras: Camera[] = []
    beforeAll(async () => {
      for (const scene of scenes) {
        const answer = answering({ said, longest: recorded.holder }, scene.lang, unheard)
        const at = times[`${scene.lang} ${first}`]
        cameras.push(await openCamera({ browser, url: app.url, scene, stored, answer, at }))
      }
    }, longMs)
    afterAll(async () => {
      for (const camera of cameras) await camera.leave()
    })

    test.each(Object.keys(places))('%s looks as it did', async name => {
      const shots = await Promise.all(
        cameras.map(async (camera, index) => {
          await comeTo(camera, walk, name, times[`${scenes[index]?.lang} ${name}`])
          return await camera.shoot()
        }),
      )
      await keepScreen(name, cameras[0])
      strip.set(name, shots.slice(0, 2))
      expect(await changesOf(name, shots)).toEqual([])
    })
  }

  describe('of somebody who has everything', () => looksAt(recorded.holder))

  describe('of somebody who verifies with an identity card', () => looksAt(recorded.withIdCard))

  describe('of somebody who verifies with a passport', () => looksAt(recorded.withPassport))

  describe('of somebody who is not signed in', () => looksAt(recorded.stranger))

  test('nothing was asked that was not asked when the answers were recorded', async () => {
    expect([...unheard]).toEqual([])
    await keepStrip(['index', 'card', 'bill', 'transferIn'].flatMap(name => strip.get(name) ?? []))
  })
})

test.skipIf(reason !== null)('pictures are small: all of them together', () => {
  const bytes = readdirSync(kept).reduce((sum, file) => sum + statSync(join(kept, file)).size, 0)
  expect(bytes).toBeLessThan(6_000_000)
})

function shapeOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
}
