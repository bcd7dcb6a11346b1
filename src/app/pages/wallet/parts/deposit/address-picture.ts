import { celadon, grey, ink, pngOf, sans, spread, width, wrapped, write } from '../../../../display/pen.ts'
import { groupsOf } from '../address-groups.ts'

interface PictureWords {
  /** Whose card it is for, on a band of another colour; without one it is the wallet's. */
  card?: string
  title: string
  network: string
  address: string
  /** What the QR code says. */
  qr: string
  warning: string
}

const height = 1040
const mono = 'ui-monospace,Menlo,"Roboto Mono","DejaVu Sans Mono",monospace'

/** The address as a picture to keep or send: coin, network, QR code, the whole address. Null where it cannot be drawn. */
export async function drawAddress(words: PictureWords): Promise<Blob | null> {
  const { encode } = await import('uqr')
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return null
  spread(pen, height)
  if (words.card) drawBand(pen, words.card)
  else write(pen, '釉 Glaze', { y: 84, font: `600 30px ${sans}`, colour: celadon })
  write(pen, words.title, { y: 148, font: `600 44px ${sans}` })
  write(pen, words.network, { y: 198, font: `500 28px ${sans}`, colour: grey })
  drawCode(pen, encode(words.qr, { ecc: 'M', border: 3 }).data)
  drawGroups(pen, words.address)
  const lines = wrapped(pen, words.warning, `400 24px ${sans}`)
  for (const [index, line] of lines.entries()) {
    write(pen, line, { y: 936 + index * 36, font: `400 24px ${sans}`, colour: '#7a4b00' })
  }
  return await pngOf(pen)
}

function drawBand(pen: CanvasRenderingContext2D, words: string) {
  pen.fillStyle = '#1b4f9c'
  pen.fillRect(0, 0, width, 96)
  write(pen, words, { y: 62, font: `600 40px ${sans}`, colour: '#fff' })
}

function drawCode(pen: CanvasRenderingContext2D, data: boolean[][]) {
  const cell = Math.floor(480 / data.length)
  const left = Math.round((width - cell * data.length) / 2)
  pen.fillStyle = '#fff'
  pen.fillRect(left, 236, cell * data.length, cell * data.length)
  pen.fillStyle = ink
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(left + x * cell, 236 + y * cell, cell, cell)
  }
}

function drawGroups(pen: CanvasRenderingContext2D, address: string) {
  const groups = groupsOf(address)
  const half = Math.ceil(groups.length / 2)
  for (const [index, row] of [groups.slice(0, half), groups.slice(half)].entries()) {
    write(pen, row.join(' '), { y: 786 + index * 48, font: `600 32px ${mono}` })
  }
}
