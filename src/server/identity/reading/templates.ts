import sharp from 'sharp'
import font from './ocr-b.json' with { type: 'json' }

/** The letters of a machine-readable zone. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

/** The size of a letter's picture: one pitch of the type wide, its height with a margin. */
export const cell = { width: 16, height: 22 }

/** One letter as it looks, with mean 0 and length 1, so that a product with another is their likeness. */
export interface Template {
  letter: string
  fine: Float32Array
  /** Of every second pixel of every second row: enough to find a letter, not to tell it from its likes. */
  coarse: Float32Array
}

/** Draws every letter from its outline, a little soft as print on a photograph is. */
export async function drawTemplates(): Promise<Template[]> {
  return await Promise.all([...alphabet].map(templateOf))
}

async function templateOf(letter: string): Promise<Template> {
  const pixels = await draw(letter)
  const isCoarse = (index: number) => index % 2 === 0 && Math.floor(index / cell.width) % 2 === 0
  return {
    letter,
    fine: normalised(pixels),
    coarse: normalised(pixels.filter((_, index) => isCoarse(index))),
  }
}

async function draw(letter: string): Promise<Float32Array> {
  const outline = (font.glyphs as Record<string, string>)[letter] ?? ''
  const scale = cell.width / font.advance
  // Letters stand between 0 and 707 units; their middle is the middle of the cell.
  const baseline = cell.height / 2 + (707 / 2) * scale
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width * 8}" height="${cell.height * 8}" viewBox="0 0 ${cell.width} ${cell.height}"><rect width="100%" height="100%" fill="#fff"/><path transform="translate(0 ${baseline}) scale(${scale} ${-scale})" d="${outline}"/></svg>`
  const pixels = await sharp(Buffer.from(svg))
    .resize({ ...cell, fit: 'fill' })
    .blur(0.5)
    .greyscale()
    .raw()
    .toBuffer()
  return Float32Array.from(pixels)
}

/** Mean 0 and length 1; nothing at all stays nothing. */
function normalised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let square = 0
  for (const value of values) square += (value - mean) ** 2
  return values.map(value => (value - mean) / (Math.sqrt(square) || 1))
}
