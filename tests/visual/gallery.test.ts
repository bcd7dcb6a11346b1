import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vite } from '../../src/sandbox/launch/build.ts'
import { openBrowser } from '../fixtures/browser.ts'
import { openCamera } from './camera.ts'
import { changesOf, obstacle } from './pictures.ts'
import { scenes } from './scenes.ts'

// Every part of the design system in every state, from a build that has the gallery.

const root = resolve(import.meta.dirname, '..', '..')
const dist = join(root, 'node_modules', '.cache', 'glaze', 'gallery')
const parts = readdirSync(join(root, 'src', 'app', 'ui'))
  .filter(file => /^[\w-]+\.tsx$/.test(file))
  .map(file => file.replace('.tsx', ''))
/** Telegram changes no part. */
const looks = scenes.filter(({ host }) => host === 'browser')
const longMs = 900_000

const reason = await obstacle([...parts, 'tokens'].map(part => `part-${part}`))
if (reason) console.warn(`Parts are not compared with pictures: ${reason}.`)

describe.skipIf(reason !== null)('every part, zh and en, light and dark', () => {
  const shots = new Map<string, Buffer[]>([...parts, 'tokens'].map(part => [part, []]))
  let app: { url: string; stop: () => void }
  let browser: Browser

  beforeAll(async () => {
    buildGallery()
    process.env.GLAZE_DIST = dist
    const { serve } = await import('../../budgets/serve.ts')
    app = await serve()
    browser = await openBrowser()
    for (const [index, scene] of looks.entries()) {
      const camera = await openCamera({
        browser,
        url: app.url,
        scene,
        stored: [{ name: 'appearance', value: `"${scene.theme}"` }],
        answer: route => route.fulfill({ status: 200, json: { code: 1, data: null } }),
      })
      await camera.goTo('/dev/gallery', { at: '2026-11-22T02:00:00.000Z', shows: '[data-part=icon] svg' })
      // A part taller than the screen is drawn in pieces: what stays at the top would lie over them.
      await camera.page.addStyleTag({ content: 'header{position:static!important}' })
      for (const [part, row] of shots) row[index] = await camera.shoot(`[data-part=${part}]`)
      await camera.leave()
    }
  }, longMs)
  afterAll(async () => {
    await browser?.close()
    app?.stop()
  })

  test.each([...shots.keys()])('%s looks as it did', async part => {
    expect(await changesOf(`part-${part}`, shots.get(part) ?? [])).toEqual([])
  })
})

function buildGallery() {
  const outDir = join(dist, 'client')
  const made = spawnSync(process.execPath, [vite(), 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: root,
    env: { ...process.env, GLAZE_GALLERY: '1' },
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stderr)
}
