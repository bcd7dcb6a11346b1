import sharp from 'sharp'
import { Refused } from '../http/refused.ts'
import { unreadable } from './unreadable.ts'

/** A picture as we keep it: a JPEG of at most four megapixels, upright, without metadata. */
export interface CleanPicture {
  content: Buffer
  width: number
  height: number
}

const pixelsReadMax = 50_000_000
const pixelsKeptMax = 4_000_000
export const longSideMin = 640
export const shortSideMin = 400

// Pictures are large when unpacked: one at a time, and no cache of what must not stay in memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes a clean picture of what a customer sent: nothing of the file itself is kept. Refuses what is no photograph by
 * its first bytes (`upload_failed`), and what is broken, animated, too small or too large (`image_unreadable`).
 */
export async function cleanPicture(
  sent: Buffer,
  { longMin = longSideMin, shortMin = shortSideMin } = {},
): Promise<CleanPicture> {
  if (!isPhotograph(sent)) throw new Refused('upload_failed', { reason: 'format' })
  return await inTurn(async () => {
    const { width, height } = await sizeOf(sent)
    const [long, short] = [Math.max(width, height), Math.min(width, height)]
    if (long < longMin || short < shortMin) {
      throw unreadable('too_small', { longSideMin: longMin, shortSideMin: shortMin })
    }
    const shrink = Math.min(1, Math.sqrt(pixelsKeptMax / (width * height)))
    const box = Math.floor(long * shrink)
    const { data, info } = await read(sent)
      .rotate()
      .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseBroken)
    return { content: data, width: info.width, height: info.height }
  })
}

async function sizeOf(sent: Buffer): Promise<{ width: number; height: number }> {
  const { width = 0, height = 0, pages = 1 } = await read(sent).metadata().catch(refuseBroken)
  if (pages > 1) throw unreadable('animated')
  return { width, height }
}

function read(sent: Buffer) {
  return sharp(sent, { limitInputPixels: pixelsReadMax, failOn: 'truncated', sequentialRead: true })
}

function refuseBroken(): never {
  throw unreadable('broken')
}

/** JPEG, PNG, WebP, AVIF or HEIC by the first bytes; the decoder has no HEIC, but would also take SVG, PDF and GIF. */
function isPhotograph(sent: Buffer): boolean {
  const ascii = (from: number, to: number) => sent.toString('latin1', from, to)
  if (sent.length < 64) return false
  if (sent[0] === 0xff && sent[1] === 0xd8 && sent[2] === 0xff) return true
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true
  return ascii(4, 8) === 'ftyp' && ['heic', 'heix', 'mif1', 'msf1', 'avif'].includes(ascii(8, 12))
}

let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
