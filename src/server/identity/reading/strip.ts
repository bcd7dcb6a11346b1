import { at, darkness, far, greyAt, type Plane, quantile } from './plane.ts'
import { cell } from './templates.ts'
import type { PrintLine } from './zone.ts'

/** Where the letters of a line are: the middle of letter `u` (0 for the first) is at x(u), y(u). */
export interface Course {
  x: Curve
  y: Curve
  letters: number
}

/** a + b·u + c·u² */
export type Curve = readonly [a: number, b: number, c: number]

/** How far beyond its first and last letter a strip shows a line, in letters. */
export const marginLetters = 1
/** How far above and below its letters it shows a line, in pixels of the strip. */
export const marginRows = 5

export function on([a, b, c]: Curve, u: number): number {
  return a + b * u + c * u * u
}

/** The line laid straight: letter `u` is the cell at `(u + marginLetters) * cell.width`, `marginRows` from the top. */
export function straighten(plane: Plane, { x, y, letters }: Course): Plane {
  const width = (letters + 2 * marginLetters) * cell.width
  const height = cell.height + 2 * marginRows
  const values = new Uint8Array(width * height)
  for (let column = 0; column < width; column++) {
    const u = (column + 0.5) / cell.width - 0.5 - marginLetters
    const along = { x: x[1] + 2 * x[2] * u, y: y[1] + 2 * y[2] * u }
    for (let row = 0; row < height; row++) {
      const v = (row + 0.5 - height / 2) / cell.width
      values[row * width + column] = greyAt(plane, on(x, u) - along.y * v, on(y, u) + along.x * v)
    }
  }
  return { width, height, values }
}

/** Finds where the letters of a line are from its two ends, which may be off by two letters; null where none are. */
export function courseOf(plane: Plane, line: PrintLine, letters: number): Course | null {
  const length = line.right.x - line.left.x
  const rough = length / letters
  const start = { x: line.left.x + rough / 2, y: line.left.y }
  const slope = (line.right.y - line.left.y) / length
  const outside = 3
  const first = { x: start.x - outside * rough, y: start.y - outside * rough * slope }
  const wide = courseFrom(first, { step: rough, slope, letters: letters + 2 * outside })
  const strip = straighten(plane, wide)
  const dark = darkness(strip, 14)
  const middle = middleRow(dark)
  const columns = columnInk(dark, middle)
  const fit = combOf(columns, letters)
  if (!fit) return null
  // From columns of the strip back to the picture.
  const place = fit.start / cell.width - 0.5 - marginLetters
  const step = (rough * fit.pitch) / cell.width
  const down = ((middle - strip.height / 2) / cell.width) * rough
  const begin = { x: on(wide.x, place) - slope * down, y: on(wide.y, place) + down }
  return courseFrom(begin, { step, slope, letters })
}

/** A straight course from the middle of its first letter on. */
function courseFrom(
  { x, y }: { x: number; y: number },
  { step, slope, letters }: { step: number; slope: number; letters: number },
): Course {
  return { x: [x, step, 0], y: [y, step * slope, 0], letters }
}

/** The row in the middle of the letters: where most of a letter's height is inked. */
function middleRow({ width, height, values }: Plane): number {
  const rows = Float64Array.from({ length: height }, (_, row) =>
    values.subarray(row * width, (row + 1) * width).reduce((sum, value) => sum + value, 0),
  )
  const tall = 16
  let best = { row: height / 2, ink: -1 }
  for (let top = 0; top + tall <= height; top++) {
    const ink = rows.subarray(top, top + tall).reduce((sum, value) => sum + value, 0)
    if (ink > best.ink * 1.002) best = { row: top + tall / 2, ink }
  }
  return best.row
}

function columnInk({ width, height, values }: Plane, middle: number): Float64Array {
  const [top, bottom] = [Math.max(0, Math.round(middle - 8)), Math.min(height, Math.round(middle + 8))]
  const ink = new Float64Array(width)
  for (let row = top; row < bottom; row++) {
    for (let x = 0; x < width; x++) ink[x] = far(ink, x) + at(values, row * width + x)
  }
  const full = quantile(ink, 0.8)
  return ink.map(value => Math.min(1, value / (full || 1)))
}

/**
 * Start (middle of the first letter) and pitch of the letters, by laying a comb over the ink: letters on ink, gaps
 * between them on none, nothing before the first and after the last.
 */
function combOf(ink: Float64Array, letters: number): { start: number; pitch: number } | null {
  const sums = new Float64Array(ink.length + 1)
  for (let x = 0; x < ink.length; x++) sums[x + 1] = far(sums, x) + far(ink, x)
  const mean = (from: number, to: number) => {
    const left = Math.max(0, Math.round(from))
    const right = Math.min(ink.length, Math.round(to))
    return right > left ? (far(sums, right) - far(sums, left)) / (right - left) : 0
  }
  let best = { start: 0, pitch: 0, score: -Infinity }
  for (let pitch = cell.width * 0.88; pitch < cell.width * 1.14; pitch += 0.1) {
    for (let start = 2 * cell.width; start < 7.5 * cell.width; start += 1) {
      let score = -outer(mean, start, pitch) - outer(mean, start + (letters + 1) * pitch, pitch)
      for (let u = 0; u < letters; u++) {
        const x = start + u * pitch
        score +=
          Math.min(0.5, mean(x - pitch * 0.3, x + pitch * 0.3)) - mean(x + pitch * 0.42, x + pitch * 0.58)
      }
      if (score > best.score) best = { start, pitch, score }
    }
  }
  return best.score > letters * 0.05 ? best : null
}

/** Ink where the letter before the first, or after the last, would be. */
function outer(mean: (from: number, to: number) => number, x: number, pitch: number): number {
  return mean(x - pitch * 1.3, x - pitch * 0.7)
}
