/** How wide pictures to keep or send are, and what stays empty at their sides. */
export const width = 720
export const margin = 64

const paper = '#f6f4ef'
/** What is written on them: words, what stands beside them, and our name. */
export const ink = '#16181a'
export const grey = '#4a4d50'
export const celadon = '#0b6459'

export const sans =
  '-apple-system,"Segoe UI",Roboto,"PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif'

interface Written {
  x?: number
  y: number
  font: string
  colour?: string
  align?: CanvasTextAlign
}

/** An empty sheet as high as asked, in the middle of which words are written. */
export function spread(pen: CanvasRenderingContext2D, height: number) {
  pen.canvas.width = width
  pen.canvas.height = height
  pen.fillStyle = paper
  pen.fillRect(0, 0, width, height)
}

/** One line of words, made narrower where it would leave the sheet. */
export function write(
  pen: CanvasRenderingContext2D,
  words: string,
  { x = width / 2, y, font, colour = ink, align = 'center' }: Written,
) {
  pen.font = font
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(words, x, y, width - 2 * margin)
}

/**
 * Lines that fit: broken between words, or between Chinese characters, never before a full stop; what is longer than a line,
 * as a hash is, anywhere.
 */
export function wrapped(pen: CanvasRenderingContext2D, words: string, font: string): string[] {
  pen.font = font
  const fits = (line: string) => pen.measureText(line).width <= width - 2 * margin
  const parts = words.match(/[\u3000-\uffef][，。、]?\s*|[^\s\u3000-\uffef]+\s*/g) ?? []
  const lines = ['']
  for (const part of parts.flatMap(part => (fits(part) ? [part] : [...part]))) {
    const line = `${lines.at(-1)}${part}`
    if (fits(line)) lines[lines.length - 1] = line
    else lines.push(part)
  }
  return lines
}

/** What was drawn, as a file. Null where the browser makes none. */
export function pngOf(pen: CanvasRenderingContext2D): Promise<Blob | null> {
  return new Promise(resolve => pen.canvas.toBlob(resolve, 'image/png'))
}
