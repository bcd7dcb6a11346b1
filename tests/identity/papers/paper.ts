import sharp from 'sharp'
import outlines from './outlines.json' with { type: 'json' }

/** How a drawn document is photographed. */
export interface Shot {
  /** How many pixels a millimetre of the document has. */
  scale?: number
  degrees?: number
  blur?: number
  /** The spread of the noise, in grey levels. */
  noise?: number
  quality?: number
  /** How bright it is, 1 as drawn. */
  light?: number
  /** How much of the picture's width the document leaves to the table. */
  table?: number
  /** Tells one picture's patterns from another's. */
  seed?: number
}

const sizes = { passport: { width: 125, height: 88 }, card: { width: 85.6, height: 54 } }

/** A photograph of a document with these lines of machine-readable print; with none, of a page without a zone. */
export async function photographOf(
  kind: keyof typeof sizes,
  lines: readonly string[],
  shot: Shot = {},
): Promise<Buffer> {
  const {
    scale = 12,
    degrees = 0,
    blur = 0,
    noise = 0,
    quality = 90,
    light = 1,
    table = 0.06,
    seed = 1,
  } = shot
  const page = sizes[kind]
  const width = Math.round((page.width * scale) / (1 - 2 * table))
  const height = Math.round(page.height * scale + page.width * scale * (2 * table + 0.1))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#6d5a48"/>${grain(width, height, seed)}
<g transform="translate(${width / 2} ${height / 2}) rotate(${degrees}) scale(${scale}) translate(${-page.width / 2} ${-page.height / 2})">
${pageOf(page, lines, shot)}</g></svg>`
  const drawn = sharp(Buffer.from(svg)).removeAlpha().linear(light, 0)
  const soft = blur > 0 ? drawn.blur(blur) : drawn
  const { data, info } = await soft.raw().toBuffer({ resolveWithObject: true })
  speckle(data, noise, seed)
  const raw = { width: info.width, height: info.height, channels: 3 as const }
  return await sharp(data, { raw }).jpeg({ quality }).toBuffer()
}

function pageOf(page: { width: number; height: number }, lines: readonly string[], { seed = 1 }: Shot) {
  const { width, height } = page
  const waves = Array.from({ length: 26 }, (_, index) => {
    const y = (index * height) / 26
    return `<path d="M0 ${y}q${width / 8} ${4 + (seed % 5)} ${width / 4} 0t${width / 4} 0t${width / 4} 0t${width / 4} 0" fill="none" stroke="hsl(${(seed * 40 + index * 9) % 360} 45% 74%)" stroke-width=".22"/>`
  })
  const print = lines.map((line, index) => {
    const bottom = height - 5.6 - (lines.length - 1 - index) * 6.35
    return printed(line, (width - line.length * 2.54) / 2, bottom, 2.54)
  })
  const fields = ['PASSPORT', 'SURNAME', 'GIVEN<NAMES', 'NATIONALITY', 'DATE<OF<BIRTH', 'AUTHORITY'].map(
    (words, index) => printed(words.replaceAll('<', ' '), width * 0.36, 9 + index * height * 0.085, 1.7),
  )
  return `<rect width="${width}" height="${height}" rx="2" fill="#ece8dd"/>${waves.join('')}
<rect x="${width * 0.05}" y="7" width="${width * 0.25}" height="${height * 0.48}" fill="#b9c3c9"/>
<ellipse cx="${width * 0.175}" cy="${height * 0.32}" rx="${width * 0.07}" ry="${height * 0.14}" fill="#7a5b48"/>
${fields.join('')}${print.join('')}`
}

/** A line of OCR-B at this pitch, in the units of the page. */
function printed(words: string, x: number, bottom: number, pitch: number): string {
  const scale = pitch / outlines.advance
  const glyphs: Record<string, string> = outlines.glyphs
  const letters = [...words].map(
    (letter, index) =>
      `<path transform="translate(${index * outlines.advance} 0)" d="${glyphs[letter] ?? ''}"/>`,
  )
  return `<g transform="translate(${x} ${bottom}) scale(${scale} ${-scale})" fill="#23252a">${letters.join('')}</g>`
}

function grain(width: number, height: number, seed: number): string {
  return Array.from({ length: 30 }, (_, index) => {
    const y = ((index * 37 + seed * 13) % 100) / 100
    return `<path d="M0 ${y * height}q${width / 2} ${((index * 7) % 40) - 20} ${width} 0" stroke="#5f4d3d" stroke-width="${1 + (index % 4)}" fill="none"/>`
  }).join('')
}

function speckle(pixels: Buffer, spread: number, seed: number): void {
  if (spread === 0) return
  const random = randomFrom(seed)
  for (let index = 0; index < pixels.length; index++) {
    const away = (random() + random() + random() - 1.5) * spread * 2
    pixels[index] = Math.max(0, Math.min(255, (pixels[index] as number) + away))
  }
}

/** The same numbers between 0 and 1 for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
