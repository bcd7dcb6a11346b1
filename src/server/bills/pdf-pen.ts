/** Where one may write on A4, in points. */
export const page = { left: 40, width: 515, top: 48, bottom: 786 }
/** Between two accounts. */
export const accountGap = 22
export const ink = { plain: '#16181a', soft: '#6a7076', line: '#dfe1e3' }

const plainSize = 8.5

/** A column of a table; figures stand on the right. */
export interface Column {
  x: number
  width: number
  right: boolean
}

/** Columns of these widths side by side; from `firstFigure` on they hold figures. */
export function columns(widths: readonly number[], firstFigure = 1): Column[] {
  let x = page.left
  return widths.map((width, index) => {
    const column = { x, width, right: index >= firstFigure }
    x += width
    return column
  })
}

/** How text looks. */
export interface Look {
  size?: number
  strong?: boolean
  color?: string
}
/** Text with its place on the line. */
export interface Placed extends Look {
  text: string
  x: number
  width: number
  right?: boolean
}

/** Writes from the top of a page to its bottom and goes on on the next one. */
export type Pen = ReturnType<typeof penOn>

/** A pen on the first page of a document with the fonts `text` and `strong`. */
export function penOn(doc: PDFKit.PDFDocument) {
  let y = page.top

  const write = (placed: Placed) => draw(doc, { ...placed, y })
  const pen = {
    /** Leaves this much space. */
    down(height: number) {
      y += height
    },
    /** Makes sure of this much space; true when that took a new page. */
    room(height: number): boolean {
      if (y + height <= page.bottom) return false
      doc.addPage()
      y = page.top
      return true
    },
    line(cells: readonly Placed[]) {
      for (const cell of cells) write(cell)
    },
    row(cells: readonly string[], table: readonly Column[], look: Look = {}) {
      for (const [index, text] of cells.entries()) write({ ...(table[index] as Column), ...look, text })
    },
    header(names: readonly string[], table: readonly Column[]) {
      pen.row(names, table, { size: 7.5, color: ink.soft })
      y += 15
      pen.rule()
    },
    rule() {
      doc
        .moveTo(page.left, y)
        .lineTo(page.left + page.width, y)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke()
      y += 4
    },
    /** A picture of squares from the left edge, as wide as it is high, that leads somewhere. */
    squares(rows: readonly boolean[][], { across, link }: { across: number; link: string }) {
      const side = across / rows.length
      for (const [row, cells] of rows.entries())
        for (const [column, isDark] of cells.entries())
          if (isDark) doc.rect(page.left + column * side, y + row * side, side, side)
      doc.fillColor(ink.plain).fill()
      doc.link(page.left, y, across, across, link)
    },
    heading(text: string) {
      write({ text, x: page.left, width: page.width, size: 11, strong: true })
      y += 22
    },
    /** As many lines as a text takes, from `x` to the right edge. */
    paragraph(text: string, x = page.left) {
      softly(doc).text(text, x, y, { width: widthFrom(x) })
      y = doc.y + 6
    },
    /** What a paragraph will take. */
    heightOf(text: string, x: number): number {
      return softly(doc).heightOfString(text, { width: widthFrom(x) }) + 6
    },
  }
  return pen
}

function softly(doc: PDFKit.PDFDocument): PDFKit.PDFDocument {
  return doc.font('text').fontSize(7.5).fillColor(ink.soft)
}

function widthFrom(x: number): number {
  return page.left + page.width - x
}

/** Below every page: a line of text and `1 / 3`. */
export function numberPages(doc: PDFKit.PDFDocument, text: string) {
  const { count } = doc.bufferedPageRange()
  const { left: x, width } = page
  const look = { size: 7, color: ink.soft, y: page.bottom + 18, x }
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    draw(doc, { ...look, text, width: width - 60 })
    draw(doc, { ...look, text: `${index + 1} / ${count}`, width, right: true })
  }
}

function draw(doc: PDFKit.PDFDocument, placed: Placed & { y: number }) {
  const { text, x, y, width, right = false, size = plainSize, strong = false, color = ink.plain } = placed
  if (!text) return
  doc
    .font(strong ? 'strong' : 'text')
    .fontSize(size)
    .fillColor(color)
  const fitted = shorten(doc, text, width - 6)
  const at = right ? x + width - doc.widthOfString(fitted) : x
  doc.text(fitted, at, y, { lineBreak: false })
}

/** As much of a text as fits, with dots for the rest. What has no shape is left out. */
function shorten(doc: PDFKit.PDFDocument, text: string, width: number): string {
  const line = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  const whole = doc.widthOfString(line)
  if (whole <= width) return line
  const characters = [...line]
  // About as many as their average width lets in, then fewer: each try is a measurement.
  let count = Math.ceil((characters.length * width) / whole)
  let shown = ''
  do shown = `${characters.slice(0, count).join('').trimEnd()}…`
  while (doc.widthOfString(shown) > width && --count > 0)
  return shown
}
