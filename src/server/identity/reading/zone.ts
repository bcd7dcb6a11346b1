import { at, darkness, far, type Plane, quantile } from './plane.ts'

/** A line of print that may be one of a machine-readable zone: its two ends on the middle of its letters. */
export interface PrintLine {
  left: { x: number; y: number }
  right: { x: number; y: number }
  /** How tall its letters are. */
  height: number
}

/** Lines that lie below each other as those of a zone do: two of 44 letters or three of 30. */
export interface Zone {
  lines: PrintLine[]
  letters: 44 | 30
}

interface Run {
  top: number
  bottom: number
}

interface Band extends Run {
  left: number
  right: number
}

const steepest = 0.14
const letterHeights = { min: 5, max: 46 }
const bandsMax = 30
/** In pitches of the type: 6.35 mm between lines, letters of some 2.5 mm, on a pitch of 2.54 mm. */
const linesApart = 2.5
const letterTall = 0.95

/** Where the zone of a document may be, on a picture whose long side has some 1000 pixels; the likeliest first. */
export function findZones(plane: Plane): Zone[] {
  const ink = inkOf(plane)
  const slope = slopeOf(ink, plane)
  const bands = bandsOf(ink, slope, plane).slice(0, bandsMax)
  return zonesOf(bands).map(({ bands, letters }) => ({
    letters,
    lines: bands.map(band => lineOf(band, slope, plane.width / 2)),
  }))
}

/** The places of dark print, x and y in turn. */
function inkOf(plane: Plane): Int32Array {
  const { width, values } = darkness(plane, 9)
  const strong = quantile(
    values.filter((_, index) => index % 7 === 0),
    0.97,
  )
  const enough = Math.max(9, strong * 0.45)
  const places: number[] = []
  for (let index = 0; index < values.length; index++) {
    if (at(values, index) > enough) places.push(index % width, Math.floor(index / width))
  }
  return Int32Array.from(places)
}

/** The slope at which the rows of print are most distinct. */
function slopeOf(ink: Int32Array, plane: Plane): number {
  let best = { slope: 0, distinct: -1 }
  const look = (slope: number, every: number) => {
    const distinct = rowsOf(ink, slope, plane, every).reduce((sum, count) => sum + count * count, 0)
    if (distinct > best.distinct) best = { slope, distinct }
  }
  for (let slope = -steepest; slope <= steepest; slope += 0.004) look(slope, 3)
  const rough = best.slope
  best = { slope: rough, distinct: -1 }
  for (let slope = rough - 0.004; slope <= rough + 0.0041; slope += 0.001) look(slope, 1)
  return best.slope
}

/** How much ink each row has when rows run at this slope; rows are told by where they cross the middle. */
function rowsOf(ink: Int32Array, slope: number, { width, height }: Plane, every: number): Float64Array {
  const rows = new Float64Array(height)
  for (let place = 0; place < ink.length; place += 2 * every) {
    const row = Math.round((ink[place + 1] as number) - slope * ((ink[place] as number) - width / 2))
    if (row >= 0 && row < height) rows[row] = far(rows, row) + 1
  }
  return rows
}

/** Rows that stand out from those around them, with how far their print reaches; the longest first. */
function bandsOf(ink: Int32Array, slope: number, plane: Plane): Band[] {
  const rows = rowsOf(ink, slope, plane, 1)
  const [floor, full] = [quantile(rows, 0.3), quantile(rows, 0.98)]
  const runs = [0.2, 0.35, 0.55].flatMap(part => runsAbove(rows, floor + (full - floor) * part))
  const columns = columnsOf(ink, slope, plane, runs)
  const bands = runs.flatMap((run, index) => reachesOf(run, columns[index] as Float64Array))
  return bands
    .filter((band, index) => !bands.slice(0, index).some(other => isSame(band, other)))
    .sort((a, b) => b.right - b.left - (a.right - a.left))
}

/** Neighbouring rows with more ink than that, as many as letters are tall. */
function runsAbove(rows: Float64Array, enough: number): Run[] {
  const runs: Run[] = []
  let top = -1
  for (let row = 0; row <= rows.length; row++) {
    const isIn = row < rows.length && far(rows, row) > enough
    if (isIn && top < 0) top = row
    if (isIn || top < 0) continue
    const tall = row - top
    if (tall >= letterHeights.min && tall <= letterHeights.max) runs.push({ top, bottom: row - 1 })
    top = -1
  }
  return runs
}

/** How much ink each column of each run has. */
function columnsOf(ink: Int32Array, slope: number, { width }: Plane, runs: readonly Run[]): Float64Array[] {
  const columns = runs.map(() => new Float64Array(width))
  for (let place = 0; place < ink.length; place += 2) {
    const x = ink[place] as number
    const row = (ink[place + 1] as number) - slope * (x - width / 2)
    for (const [index, { top, bottom }] of runs.entries()) {
      if (row < top - 0.5 || row > bottom + 0.5) continue
      const counts = columns[index] as Float64Array
      counts[x] = far(counts, x) + 1
    }
  }
  return columns
}

/** The longest stretch of a band without a gap wider than two letters. */
function reachesOf({ top, bottom }: Run, columns: Float64Array): Band[] {
  const tall = bottom - top + 1
  let best: Band | null = null
  let start = -1
  let last = -1
  for (let x = 0; x <= columns.length; x++) {
    const isInked = x < columns.length && far(columns, x) >= Math.max(1, tall * 0.15)
    if (isInked && start < 0) start = x
    if (start >= 0 && (x === columns.length || (!isInked && x - last > tall * 2.2 && last >= 0))) {
      if (!best || last - start > best.right - best.left) best = { top, bottom, left: start, right: last }
      start = -1
      last = -1
    }
    if (isInked) last = x
  }
  return best && best.right - best.left > tall * 14 ? [best] : []
}

function isSame(band: Band, other: Band): boolean {
  const [down, left, right] = [
    band.top + band.bottom - other.top - other.bottom,
    band.left - other.left,
    band.right - other.right,
  ]
  return Math.abs(down) <= 4 && Math.abs(left) < 10 && Math.abs(right) < 10
}

interface Candidate {
  bands: Band[]
  letters: 44 | 30
  /** How far the oddest two neighbours of it are from two lines of a zone. */
  oddness: number
}

/** Bands that lie below each other as the lines of a zone do; those nearest to its true measures first. */
function zonesOf(bands: readonly Band[]): Candidate[] {
  const below = (candidate: Candidate) =>
    bands.map(band => withLine(candidate, band)).filter(({ oddness }) => oddness < 1)
  const zones = ([44, 30] as const).flatMap(letters => {
    const pairs = bands.flatMap(band => below({ bands: [band], letters, oddness: 0 }))
    return letters === 44 ? pairs : pairs.flatMap(below)
  })
  return zones.sort((a, b) => a.oddness - b.oddness)
}

function withLine({ bands, letters, oddness }: Candidate, band: Band): Candidate {
  const last = bands.at(-1) as Band
  return { bands: [...bands, band], letters, oddness: Math.max(oddness, oddnessOf(last, band, letters)) }
}

/** How far two bands are from two lines of a zone of so many letters, one below the other; 1 and more is too far. */
function oddnessOf(above: Band, below: Band, letters: number): number {
  const [length, other] = [above.right - above.left, below.right - below.left]
  const longer = Math.max(length, other)
  const pitch = longer / letters
  const apart = (below.top + below.bottom - above.top - above.bottom) / 2 / pitch
  const tall = Math.max(above.bottom - above.top, below.bottom - below.top) / pitch
  return Math.max(
    Math.abs(apart - linesApart) / 0.9,
    Math.abs(tall - letterTall) / 0.6,
    (1 - Math.min(length, other) / longer) / 0.14,
    Math.abs(above.left - below.left) / longer / 0.08,
  )
}

function lineOf({ top, bottom, left, right }: Band, slope: number, middle: number): PrintLine {
  const y = (top + bottom) / 2
  return {
    left: { x: left, y: y + slope * (left - middle) },
    right: { x: right, y: y + slope * (right - middle) },
    height: bottom - top + 1,
  }
}
