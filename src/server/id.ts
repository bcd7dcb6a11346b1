import { createHash, randomUUID } from 'node:crypto'

let lastMs = 0
let sequence = 0
/** A clock that is put back by more was wrong: ids that went on from there would be of a time to come until it comes. */
const backMs = 60_000

/**
 * A new UUIDv7: unique everywhere, and later ids of one process sort after earlier ones, unless its clock was put back by
 * more than a minute.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs || now < lastMs - backMs) {
    lastMs = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const order = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`
}

/** The id of these words, the same every time: for what is done once, however often it is asked for. */
export function idOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The lowest id of a moment: ids made since are not below it, ids made before are. */
export function idAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** When an id of `newId` was made. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** Whether a word that came from outside can be an id of ours; the database refuses to compare any other. */
export function isId(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word)
}
