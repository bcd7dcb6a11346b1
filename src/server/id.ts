import { randomUUID } from 'node:crypto'

let lastMs = 0
let sequence = 0

/** A new UUIDv7: unique everywhere, and later ids of one process always sort after earlier ones. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
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
