import sharp from 'sharp'
import { at, far, type Plane, quantile } from './reading/plane.ts'
import { unreadable } from './unreadable.ts'

/** What a picture looks like, whatever is on it: nothing, soft, dark or glaring. */
export type Look = 'blank' | 'blurred' | 'dark' | 'glare'

const longSide = 960
const tile = 32

/**
 * Looks at a picture. Refuses (`image_unreadable`) what surely shows no document: all black, all white, or so soft that
 * only large shapes are left. Where it is not sure it says so, for the operator. A picture of one colour is left to the
 * operator too: no camera makes one.
 */
export async function lookAt(picture: Buffer): Promise<Look[]> {
  const fine = await greyOf(picture, longSide)
  const levels = levelsOf(fine)
  const [lowest, low, middle] = [levels(0.005), levels(0.05), levels(0.5)]
  const [high, highest] = [levels(0.95), levels(0.995)]
  if (highest - lowest < 6) return ['blank']
  if (highest < 40) throw unreadable('dark')
  if (lowest > 205) throw unreadable('glare')
  const sharpness = sharpnessOf(fine)
  const shapes = sharpnessOf(await greyOf(picture, longSide / 8))
  if (sharpness < 6 && shapes > 120) throw unreadable('blurred')
  const looks: Look[] = []
  if (sharpness < 25) looks.push('blurred')
  if (middle < 55 && high < 140) looks.push('dark')
  if (low > 150 || hasHotSpot(fine)) looks.push('glare')
  return looks
}

async function greyOf(picture: Buffer, side: number): Promise<Plane> {
  const { data, info } = await sharp(picture)
    .resize({ width: side, height: side, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: new Uint8Array(data) }
}

/** Gives the grey below which a part of the pixels lies; counted, since sorting them would hold up everybody. */
function levelsOf({ values }: Plane): (part: number) => number {
  const counts = new Float64Array(256)
  for (const value of values) counts[value] = far(counts, value) + 1
  return part => {
    let left = values.length * part
    let level = 0
    while (level < 255 && left >= far(counts, level)) left -= far(counts, level++)
    return level
  }
}

/** Variance of the Laplacian where the picture is sharpest: most of a photograph is table. */
function sharpnessOf(plane: Plane): number {
  const variances = tilesOf(plane, edgesIn).filter(value => value > 0)
  return quantile(variances, 0.95)
}

function tilesOf(
  { width, height, values }: Plane,
  measure: (plane: Plane, left: number, top: number, size: number) => number,
): number[] {
  const size = Math.min(tile, Math.floor(Math.min(width, height) / 4))
  const measured: number[] = []
  for (let top = 1; top + size < height; top += size) {
    for (let left = 1; left + size < width; left += size) {
      measured.push(measure({ width, height, values }, left, top, size))
    }
  }
  return measured
}

function edgesIn({ width, values }: Plane, left: number, top: number, size: number): number {
  let [sum, square] = [0, 0]
  for (let y = top; y < top + size; y++) {
    for (let x = left; x < left + size; x++) {
      const index = y * width + x
      const edge =
        4 * at(values, index) -
        at(values, index - 1) -
        at(values, index + 1) -
        at(values, index - width) -
        at(values, index + width)
      sum += edge
      square += edge * edge
    }
  }
  const count = size * size
  return square / count - (sum / count) ** 2
}

/** A spot of pure white away from the edges, where a scan's paper would be: a lamp in the lamination. */
function hasHotSpot(plane: Plane): boolean {
  const { width, height } = plane
  const whites = tilesOf(plane, ({ values }, left, top, size) => {
    const isInside = left > width * 0.12 && left < width * 0.85 && top > height * 0.12 && top < height * 0.85
    if (!isInside) return 0
    for (let y = top; y < top + size; y += 2) {
      for (let x = left; x < left + size; x += 2) if (at(values, y * width + x) < 252) return 0
    }
    return 1
  })
  const edgeWhites = tilesOf(plane, ({ values }, left, top) =>
    (left < 3 || top < 3) && at(values, top * width + left) > 247 ? 1 : 0,
  )
  const count = (marks: number[]) => marks.reduce((sum, mark) => sum + mark, 0)
  return count(whites) >= Math.max(4, whites.length * 0.008) && count(edgeWhites) < 4
}
