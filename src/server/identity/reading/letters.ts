import { at, far, type Plane } from './plane.ts'
import { type Course, type Curve, courseOf, marginLetters, marginRows, on, straighten } from './strip.ts'
import { cell, type Template } from './templates.ts'
import type { PrintLine } from './zone.ts'

/** A letter with how alike it is to its outline (at most 1), and how much more than the next best one. */
export interface Letter {
  letter: string
  likeness: number
  lead: number
}

/** How far around its place a letter is looked for, and in what steps, in pixels. */
interface Moves {
  reach: number
  every: number
  grain: 'coarse' | 'fine'
}

interface Match extends Letter {
  dx: number
  dy: number
}

const likenessMin = 0.45

/**
 * Reads a line whose letters are of these kinds, one text of possible letters for each place. Null when it is no such
 * line. The second look follows the line where the first found it, so that it may be bent a little.
 */
export function readLine(
  plane: Plane,
  line: PrintLine,
  { kinds, templates }: { kinds: readonly string[]; templates: readonly Template[] },
): Letter[] | null {
  const course = courseOf(plane, line, kinds.length)
  if (!course) return null
  const first = matchAll(straighten(plane, course), { kinds, templates, reach: 4, every: 2, grain: 'coarse' })
  if (mean(first.map(({ likeness }) => likeness)) < likenessMin) return null
  return matchAll(straighten(plane, followed(course, first)), {
    kinds,
    templates,
    reach: 1,
    every: 1,
    grain: 'fine',
  })
}

function matchAll(
  strip: Plane,
  { kinds, templates, ...moves }: { kinds: readonly string[]; templates: readonly Template[] } & Moves,
): Match[] {
  return kinds.map((kind, place) => {
    const possible = templates.filter(({ letter }) => kind.includes(letter))
    return bestOf(strip, { left: (place + marginLetters) * cell.width, possible, ...moves })
  })
}

function bestOf(
  strip: Plane,
  { left, possible, reach, every, grain }: { left: number; possible: readonly Template[] } & Moves,
): Match {
  const best = new Float64Array(possible.length).fill(-1)
  let winner = { likeness: -1, dx: 0, dy: 0, index: 0 }
  const step = grain === 'fine' ? 1 : 2
  const window = new Float32Array((cell.width * cell.height) / step ** 2)
  for (let dy = -reach; dy <= reach; dy += every) {
    for (let dx = -reach; dx <= reach; dx += every) {
      const length = cut(strip, left + dx, marginRows + dy, { window, step })
      if (length < 1) continue
      for (let index = 0; index < possible.length; index++) {
        const likeness = product(window, (possible[index] as Template)[grain]) / length
        if (likeness > far(best, index)) best[index] = likeness
        if (likeness > winner.likeness) winner = { likeness, dx, dy, index }
      }
    }
  }
  const next = best.reduce((max, value, index) => (index === winner.index ? max : Math.max(max, value)), -1)
  const { likeness, dx, dy, index } = winner
  return { letter: possible[index]?.letter ?? '<', likeness, lead: likeness - next, dx, dy }
}

function product(window: Float32Array, template: Float32Array): number {
  let sum = 0
  for (let pixel = 0; pixel < window.length; pixel++) {
    sum += (window[pixel] as number) * (template[pixel] as number)
  }
  return sum
}

/** Copies a cell, all of it or every second pixel, with its mean taken away, and gives its length. */
function cut(
  strip: Plane,
  left: number,
  top: number,
  { window, step }: { window: Float32Array; step: number },
): number {
  let sum = 0
  let pixel = 0
  for (let y = 0; y < cell.height; y += step) {
    const row = (top + y) * strip.width + left
    for (let x = 0; x < cell.width; x += step) {
      const value = at(strip.values, row + x)
      window[pixel++] = value
      sum += value
    }
  }
  const mean = sum / window.length
  let square = 0
  for (let pixel = 0; pixel < window.length; pixel++) {
    const value = (window[pixel] as number) - mean
    window[pixel] = value
    square += value * value
  }
  return Math.sqrt(square)
}

/** The course moved to where the surest letters were found. */
function followed(course: Course, matches: readonly Match[]): Course {
  const sure = matches
    .map((match, u) => ({ ...match, u }))
    .filter(({ likeness, lead }) => likeness > 0.6 && lead > 0.05)
  if (sure.length < 8) return course
  const step = course.x[1] / cell.width
  const slope = course.y[1] / course.x[1]
  const place = (axis: 'x' | 'y') =>
    sure.map(({ u, dx, dy }) => {
      const [alongX, alongY] = [(dx - dy * slope) * step, (dy + dx * slope) * step]
      return { u, value: axis === 'x' ? on(course.x, u) + alongX : on(course.y, u) + alongY }
    })
  return { ...course, x: curveThrough(place('x')), y: curveThrough(place('y')) }
}

/** The parabola nearest to the points, by least squares. */
function curveThrough(points: readonly { u: number; value: number }[]): Curve {
  const middle = mean(points.map(({ u }) => u))
  const total = (power: number, weight: (value: number) => number) =>
    points.reduce((sum, { u, value }) => sum + weight(value) * (u - middle) ** power, 0)
  const sums = [0, 1, 2, 3, 4].map(power => total(power, () => 1))
  const sides = [0, 1, 2].map(power => total(power, value => value))
  const [a, b, c] = solved(sums, sides)
  return [a - b * middle + c * middle * middle, b - 2 * c * middle, c]
}

/** Cramer's rule on the three normal equations of a parabola. */
function solved(sums: readonly number[], sides: readonly number[]): Curve {
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums
  const [t0 = 0, t1 = 0, t2 = 0] = sides
  const det = (a: number[]) => {
    const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0, w = 0, x = 0] = a
    return p * (t * x - u * w) - q * (s * x - u * v) + r * (s * w - t * v)
  }
  const whole = det([s0, s1, s2, s1, s2, s3, s2, s3, s4])
  return [
    det([t0, s1, s2, t1, s2, s3, t2, s3, s4]) / whole,
    det([s0, t0, s2, s1, t1, s3, s2, t2, s4]) / whole,
    det([s0, s1, t0, s1, s2, t1, s2, s3, t2]) / whole,
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
