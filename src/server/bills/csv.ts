import { stringify } from 'csv-stringify/sync'

/** One line of a table; what is a `Figure` is written as a number. */
export type Cells = (string | Figure)[]
/** A decimal that a spreadsheet may reckon with. */
export interface Figure {
  number: string
}

/**
 * A table as CSV (RFC 4180, UTF-8 with a mark that tells Excel so), its first line as wide as all. A cell that a
 * spreadsheet would run begins with an apostrophe; figures are numbers.
 */
export function csvOf(lines: readonly Cells[]): string {
  const width = lines[0]?.length ?? 0
  const filled = lines.map(cells => [...cells, ...Array<string>(width - cells.length).fill('')])
  return stringify(filled, {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { object: value => ({ value: String(value.number), escape_formulas: false }) },
  })
}
