import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { chromiumPath } from '../../budgets/chromium.ts'
import { type Camera, font, hasFont } from './camera.ts'
import { columns, nameOf, scenes } from './scenes.ts'

const root = resolve(import.meta.dirname, '..', '..')
const folder = join(import.meta.dirname, 'kept')
const seenFolder = join(root, 'node_modules', '.cache', 'glaze', 'pictures')

/** Set by `npm run test:visual -- --update`. */
const isRenewing = process.env.RENEW_PICTURES === '1'

/** A pixel counts when its colour is this far off (pixelmatch); letters drawn by another version stay below. */
const threshold = 0.15
/** How many pixels of one picture may count: half a line of text, not a line. */
const tolerance = 0.004
/** Pictures are kept at half their size. */
const half = 0.5
const gap = 4

/** The browser that drew the kept pictures: another may draw every letter a little otherwise. */
const drawnBy = join(folder, 'drawn-by.txt')

/** Why nothing can be compared here, or null: font and browser must be those of the pictures, which were kept once. */
export async function obstacle(names: readonly string[]): Promise<string | null> {
  if (!hasFont()) return `this machine has no ${font} (apt: fonts-noto-cjk)`
  const browser = await browserName()
  if (isRenewing) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(drawnBy, `${browser}\n`)
    return null
  }
  if (!names.some(name => existsSync(join(folder, `${name}.webp`))))
    return 'no picture was ever kept: npm run test:visual -- --update'
  const drawer = readFileSync(drawnBy, 'utf8').trim()
  return drawer === browser ? null : `the pictures are of ${drawer}, this machine has ${browser}`
}

/** `Chromium 142`. */
async function browserName(): Promise<string> {
  const { stdout } = await promisify(execFile)(await chromiumPath(), ['--version'])
  return /^\D*\d+/.exec(stdout)?.[0].trim() ?? stdout
}

interface Sheet {
  width: number
  height: number
  pixels: Buffer
}

/**
 * What has changed of one thing in its eight scenes: nothing, or a line for each scene that differs from the kept
 * picture. Both pictures then lie in `node_modules/.cache/glaze/pictures`.
 */
export async function changesOf(name: string, shots: Buffer[]): Promise<string[]> {
  const file = join(folder, `${name}.webp`)
  const seen = await sheetOf(shots)
  if (isRenewing) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, seen)
    return []
  }
  if (!existsSync(file)) return [`no picture of ${name} is kept: npm run test:visual -- --update`]
  const changes = compare(await pixelsOf(readFileSync(file)), await pixelsOf(seen), shots.length)
  if (changes.length > 0) {
    mkdirSync(seenFolder, { recursive: true })
    writeFileSync(join(seenFolder, `${name}.webp`), seen)
  }
  return changes
}

/** The picture of the README, made anew with the others: the shots in one line. */
export async function keepStrip(shots: Buffer[]) {
  if (!isRenewing || shots.length === 0) return
  const [width, height, space] = [200, 411, 8]
  const small = await Promise.all(shots.map(shot => sharp(shot).resize(width, height).png().toBuffer()))
  const background = { r: 136, g: 136, b: 136 }
  const strip = sharp({
    create: {
      width: shots.length * (width + space) + space,
      height: height + 2 * space,
      channels: 3,
      background,
    },
  }).composite(small.map((input, index) => ({ input, left: space + index * (width + space), top: space })))
  await strip.webp({ quality: 80, effort: 6 }).toFile(join(import.meta.dirname, 'readme.webp'))
}

/** What the install sheet of a phone shows of the app (public/manifest.webmanifest). */
const screens = ['index', 'card', 'bill']

/** Keeps one of those, made anew with the others. */
export async function keepScreen(name: string, camera: Camera | undefined) {
  if (!isRenewing || !camera || !screens.includes(name)) return
  const shown = join(root, 'public', 'screenshots')
  mkdirSync(shown, { recursive: true })
  await sharp(await camera.shootWhole())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(shown, `${name}.webp`))
}

/** All shots of one thing side by side, small, as they are kept. */
async function sheetOf(shots: Buffer[]): Promise<Buffer> {
  const small = await Promise.all(shots.map(shot => shrunk(shot)))
  const width = Math.max(...small.map(picture => picture.width)) + gap
  const height = Math.max(...small.map(picture => picture.height)) + gap
  const across = Math.min(columns, shots.length)
  const background = { r: 136, g: 136, b: 136 }
  return await sharp({
    create: {
      width: across * width,
      height: Math.ceil(shots.length / across) * height,
      channels: 3,
      background,
    },
  })
    .composite(
      small.map(({ input }, index) => ({
        input,
        left: (index % across) * width,
        top: Math.floor(index / across) * height,
      })),
    )
    .webp({ quality: 60, effort: 5 })
    .toBuffer()
}

async function shrunk(shot: Buffer) {
  const { width = 0 } = await sharp(shot).metadata()
  const { data, info } = await sharp(shot)
    .resize(Math.round(width * half))
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

async function pixelsOf(picture: Buffer): Promise<Sheet> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function compare(kept: Sheet, seen: Sheet, count: number): string[] {
  if (kept.width !== seen.width || kept.height !== seen.height)
    return [`${kept.width} × ${kept.height} has become ${seen.width} × ${seen.height}`]
  const across = Math.min(columns, count)
  const cell = { width: seen.width / across, height: seen.height / Math.ceil(count / across) }
  return Array.from({ length: count }, (_, index) => {
    const place = { left: (index % across) * cell.width, top: Math.floor(index / across) * cell.height }
    const [before, now] = [kept, seen].map(sheet => cut(sheet, { ...place, ...cell }))
    const off = pixelmatch(before as Buffer, now as Buffer, undefined, cell.width, cell.height, { threshold })
    const share = off / (cell.width * cell.height)
    const scene = scenes[index]
    return share > tolerance && scene ? `${nameOf(scene)}: ${(share * 100).toFixed(1)} %` : ''
  }).filter(Boolean)
}

function cut(
  { width, pixels }: Sheet,
  box: { left: number; top: number; width: number; height: number },
): Buffer {
  const rows = Array.from({ length: box.height }, (_, row) => {
    const start = ((box.top + row) * width + box.left) * 4
    return pixels.subarray(start, start + box.width * 4)
  })
  return Buffer.concat(rows)
}
