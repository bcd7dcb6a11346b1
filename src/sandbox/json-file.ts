import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file whole or not at all, readable by its owner only. */
export function writeWhole(file: string, content: string | Uint8Array) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.next`
  const handle = openSync(next, 'w', 0o600)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  let written = 0
  while (written < bytes.length) written += writeSync(handle, bytes, written)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(next, file)
}

/** Reads what `make` made when it was first asked, and makes it the first time. */
export function keptOnce<T extends object>(file: string, make: () => T): T {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<T>) : {}
  const missing = Object.entries(make()).filter(([name]) => !(name in kept))
  const whole = { ...kept, ...Object.fromEntries(missing) } as T
  if (missing.length > 0) writeWhole(file, `${JSON.stringify(whole, null, 2)}\n`)
  return whole
}
