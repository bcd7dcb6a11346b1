import { celadon, grey, ink, margin, pngOf, sans, spread, width, wrapped, write } from '../display/pen.ts'

interface ReceiptWords {
  title: string
  /** Label and value. */
  lines: [label: string, value: string][]
  caution: string
}

interface Placed {
  label: string
  values: string[]
  /** Above its first line. */
  top: number
  /** The value begins below the label: both together are too long for one line. */
  isBelow: boolean
}

const head = 216
const lineHeight = 40
const between = 24
const labelFont = `400 26px ${sans}`
const valueFont = `600 26px ${sans}`
const cautionFont = `400 22px ${sans}`

/** A receipt as a picture to keep or send, as high as it takes. Null where it cannot be drawn. */
export async function drawReceipt({ title, lines, caution }: ReceiptWords): Promise<Blob | null> {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return null
  const titles = wrapped(pen, title, `600 40px ${sans}`)
  const rows = placed(pen, lines, head + (titles.length - 1) * 52)
  const cautions = wrapped(pen, caution, cautionFont)
  const end = bottomOf(rows) + between
  spread(pen, end + cautions.length * 32 + margin)
  write(pen, '釉 Glaze', { y: 84, font: `600 30px ${sans}`, colour: celadon })
  for (const [index, line] of titles.entries())
    write(pen, line, { y: 152 + index * 52, font: `600 40px ${sans}` })
  for (const row of rows) drawRow(pen, row)
  for (const [index, line] of cautions.entries())
    write(pen, line, { y: end + 32 + index * 32, font: cautionFont, colour: grey })
  return await pngOf(pen)
}

function placed(pen: CanvasRenderingContext2D, lines: ReceiptWords['lines'], top: number): Placed[] {
  const rows: Placed[] = []
  for (const [label, value] of lines) {
    pen.font = valueFont
    const isBelow = widthOf(pen, label, labelFont) + 32 + widthOf(pen, value, valueFont) > width - 2 * margin
    const values = isBelow ? wrapped(pen, value, valueFont) : [value]
    rows.push({ label, values, isBelow, top: rows.length > 0 ? bottomOf(rows) : top })
  }
  return rows
}

function bottomOf(rows: Placed[]): number {
  const last = rows.at(-1)
  if (!last) return head
  return last.top + (last.values.length + (last.isBelow ? 1 : 0)) * lineHeight + between
}

function widthOf(pen: CanvasRenderingContext2D, words: string, font: string): number {
  pen.font = font
  return pen.measureText(words).width
}

function drawRow(pen: CanvasRenderingContext2D, { label, values, top, isBelow }: Placed) {
  pen.fillStyle = '#dcd6ca'
  pen.fillRect(margin, top, width - 2 * margin, 1)
  const first = top + between / 2 + 30
  write(pen, label, { x: margin, y: first, font: labelFont, colour: grey, align: 'left' })
  for (const [index, value] of values.entries()) {
    const y = first + (index + (isBelow ? 1 : 0)) * lineHeight
    write(pen, value, { x: width - margin, y, font: valueFont, colour: ink, align: 'right' })
  }
}
