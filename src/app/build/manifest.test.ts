import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ownRoute } from '../routing/own-route.ts'

interface Picture {
  src: string
  sizes: string
  type: string
}

const folder = resolve(import.meta.dirname, '..', '..', '..', 'public')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
const pictures: Picture[] = [...manifest.icons, ...manifest.screenshots]

test.each(pictures)('$src is there, as large as it is said to be', async ({ src, sizes, type }) => {
  const { width, height, format } = await sharp(join(folder, src)).metadata()
  expect(type).toContain(format)
  if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
})

test('every shortcut leads to a page of ours', () => {
  const urls = (manifest.shortcuts as { url: string }[]).map(({ url }) => url.replace('./#', ''))
  expect(urls.length).toBeGreaterThan(0)
  for (const url of urls) expect(ownRoute(url), url).toBe(url)
})
