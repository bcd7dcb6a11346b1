import { encode } from 'uqr'

interface PosterWords {
  title: string
  subtitle: string
  code: string
}

const fonts =
  "-apple-system,'Segoe UI',Roboto,'PingFang SC','HarmonyOS Sans SC','Noto Sans SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif"
const width = 720
const height = 1080
const crackle =
  'M0 120 180 200 310 70 540 240 780 50M180 200 130 420 360 580 310 720M540 240 500 470 360 580M500 470 770 550M130 420 0 500M360 580 120 760 0 720M310 720 560 900 720 860M120 760 200 1080'

const cards = [
  ['#1c3f86', '#0f2a66', 8, 24],
  ['#8e2230', '#5a0f18', 2, 12],
  ['#3a2a1e', '#0d0c0b', -4, 0],
]
  .map(
    ([from, to, turn, up], index) =>
      `<defs><linearGradient id="c${index}" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect x="344" y="${392 - Number(up)}" width="312" height="196" rx="22" fill="url(#c${index})" transform="rotate(${turn} 500 490)"/>`,
  )
  .join('')

/** The poster of an invitation as a drawing: made here, of nothing but words and a QR code. */
export function posterSvg(url: string, { title, subtitle, code }: PosterWords): string {
  const { data } = encode(url, { ecc: 'M', border: 0 })
  const cell = 264 / data.length
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const lines = wrap(title)
  const heading = lines
    .map((line, index) => text(line, { y: 250 + index * 70, size: 56, weight: 600 }))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}">
<defs><radialGradient id="g" cx=".15" cy="0" r="1.2"><stop offset="0" stop-color="#c9ded3"/><stop offset=".35" stop-color="#b9d3c6"/><stop offset=".7" stop-color="#9bc0b1"/><stop offset="1" stop-color="#7fae9e"/></radialGradient></defs>
<path fill="url(#g)" d="M0 0h${width}v${height}H0z"/><path d="${crackle}" fill="none" stroke="#fff" stroke-width="2" opacity=".22"/>
${cards}
${text('釉  Glaze', { y: 132, size: 40, weight: 600 })}${heading}
<rect x="64" y="632" width="592" height="384" rx="40" fill="#fff"/>
<path transform="translate(104 692) scale(${cell})" fill="#16181a" shape-rendering="crispEdges" d="${dark}"/>
${text(subtitle, { x: 408, y: 800, size: Math.min(28, 416 / widthOf(subtitle)), colour: '#4a4d50' })}${text(code, { x: 408, y: 860, size: Math.min(40, 272 / code.length), weight: 600, colour: '#16181a' })}
</svg>`
}

interface TextStyle {
  x?: number
  y: number
  size: number
  weight?: number
  colour?: string
}

function text(words: string, { x = 64, y, size, weight = 400, colour = '#14352e' }: TextStyle): string {
  const safe = words.replace(/[<>&"]/g, letter => `&#${letter.charCodeAt(0)};`)
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${safe}</text>`
}

/** Breaks a line where it would leave the paper: between words, or between Chinese characters. */
function wrap(words: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of words.match(/[\u3000-\uffef]|[^\s\u3000-\uffef]+\s*|\s+/g) ?? []) {
    if (widthOf(line + part) > 20 && !/^[，。、！？]/.test(part)) {
      lines.push(line.trim())
      line = ''
    }
    line += part
  }
  return [...lines, line.trim()]
}

function widthOf(line: string): number {
  return [...line].reduce((all, letter) => all + (letter > '\u2fff' ? 2 : 1), 0)
}

/** A drawing as an address an image can show. */
export function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A drawing as a PNG. Null where the browser cannot. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image(width, height)
  image.src = addressOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'))
}
