import { type ParseResult, parse } from 'mrz'
import sharp from 'sharp'
import { card, passport } from './kinds.ts'
import { type Letter, readLine } from './letters.ts'
import { type Plane, turned } from './plane.ts'
import type { Template } from './templates.ts'
import { findZones, type PrintLine, type Zone } from './zone.ts'

/** What the machine-readable zone of a document says. Days are `yyyy-MM-dd`. */
export interface Reading {
  format: 'passport' | 'card'
  lastName: string
  /** Empty for people of one name. */
  firstName: string
  /** False when a letter of the name is doubtful: names have no check digit. */
  isNameSure: boolean
  number: string
  issuer: string
  nationality: string
  birthday: string
  expiresOn: string
  /** The zone reaches so near the edge of the picture that the document must go on beyond it. */
  isCutOff: boolean
}

type Proved = Omit<Reading, 'isCutOff'>

const longSide = 1000
const pitchWanted = 17
const zonesTried = 4

/**
 * Reads the machine-readable zone of a document on a photograph, which may lie on any side and be a little turned. Null
 * when there is none, and when any of its check digits disagrees: what is given was proved by all of them.
 */
export async function readPicture(
  picture: Buffer,
  templates: readonly Template[],
  today = new Date(),
): Promise<Reading | null> {
  const grey = sharp(picture, { limitInputPixels: 8_000_000 }).greyscale()
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true })
  const whole = { width: info.width, height: info.height, values: new Uint8Array(data) }
  const small = await scaled(whole, longSide / Math.max(whole.width, whole.height))
  for (const turns of [0, 2, 1, 3]) {
    const reading = await readTurned({ whole, small, turns, templates, today })
    if (reading) return reading
  }
  return null
}

async function readTurned({
  whole,
  small,
  turns,
  templates,
  today,
}: {
  whole: Plane
  small: Plane
  turns: number
  templates: readonly Template[]
  today: Date
}): Promise<Reading | null> {
  const zones = findZones(turned(small, turns)).slice(0, zonesTried)
  const upright = zones.length > 0 ? turned(whole, turns) : whole
  for (const zone of zones) {
    const pitch = length(zone) / zone.letters
    const factor = Math.min(longest(whole) / longest(small), pitchWanted / pitch)
    const plane = await scaled(upright, (factor * longest(small)) / longest(whole))
    const reading = readZone(plane, enlarged(zone, longest(plane) / longest(small)), templates, today)
    if (reading) return { ...reading, isCutOff: isCutOff(zone, turned(small, turns)) }
  }
  return null
}

/** Around its zone a document has at least a twentieth of the zone's length. */
function isCutOff(zone: Zone, { width, height }: Plane): boolean {
  const margin = length(zone) * 0.02
  return zone.lines.some(
    ({ left, right }) =>
      left.x < margin || right.x > width - margin || Math.max(left.y, right.y) > height - margin,
  )
}

function readZone(
  plane: Plane,
  { lines, letters }: Zone,
  templates: readonly Template[],
  today: Date,
): Proved | null {
  const layout = letters === 44 ? passport : card
  const read: Letter[][] = []
  for (const [index, line] of lines.entries()) {
    const found = readLine(plane, line, { kinds: layout[index] ?? [], templates })
    if (!found) return null
    read.push(found)
  }
  const texts = read.map(line => line.map(({ letter }) => letter).join(''))
  const names = (letters === 44 ? read[0]?.slice(5) : read[2]) ?? []
  return readingOf(parse(texts), { isNameSure: names.every(isSure), today })
}

/** Without a check digit a letter has to stand out by itself. */
function isSure({ likeness, lead }: Letter): boolean {
  return likeness > 0.7 && lead > 0.04
}

function readingOf(
  { format, details, fields }: ParseResult,
  { isNameSure, today }: { isNameSure: boolean; today: Date },
): Proved | null {
  const proved = details.filter(({ field }) => field && /CheckDigit$|^documentNumber|Date$/.test(field))
  if (proved.some(({ valid }) => !valid) || (format !== 'TD3' && format !== 'TD1')) return null
  const birthday = dayOf(fields.birthDate, today.getUTCFullYear() % 100)
  // No document is valid for fifty years, and old ones are not sent: a year further ahead than that is in the past.
  const expiresOn = dayOf(fields.expirationDate, (today.getUTCFullYear() + 50) % 100)
  if (!birthday || !expiresOn || !fields.documentNumber || !fields.lastName) return null
  return {
    format: format === 'TD3' ? 'passport' : 'card',
    lastName: fields.lastName,
    firstName: fields.firstName ?? '',
    isNameSure,
    number: fields.documentNumber,
    issuer: fields.issuingState ?? '',
    nationality: fields.nationality ?? '',
    birthday,
    expiresOn,
  }
}

/** Years up to `lastYear` are of this century, those after it of the last; a day that does not exist is none. */
function dayOf(text: string | null | undefined, lastYear: number): string | null {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  if (!year) return null
  const written = `${Number(year) > lastYear ? 19 : 20}${year}-${month}-${day}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null
}

async function scaled(plane: Plane, factor: number): Promise<Plane> {
  const { width, height } = plane
  const raw = { width, height, channels: 1 as const }
  const size = {
    width: Math.round(width * factor),
    height: Math.round(height * factor),
    fit: 'fill' as const,
  }
  const { data, info } = await sharp(plane.values, { raw })
    .resize(size)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: new Uint8Array(data) }
}

function longest({ width, height }: Plane): number {
  return Math.max(width, height)
}

function length({ lines }: Zone): number {
  return Math.max(...lines.map(({ left, right }) => right.x - left.x))
}

function enlarged({ lines, letters }: Zone, factor: number): Zone {
  const point = ({ x, y }: { x: number; y: number }) => ({ x: x * factor, y: y * factor })
  const larger = ({ left, right, height }: PrintLine) => ({
    left: point(left),
    right: point(right),
    height: height * factor,
  })
  return { letters, lines: lines.map(larger) }
}
