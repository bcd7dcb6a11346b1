import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPortFree } from './port.ts'

/** A folder for one test. */
export function trialFolder() {
  const path = mkdtempSync(join(tmpdir(), 'glaze-sandbox-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  return { path, remove }
}

// Below the ports that a system gives to whoever asks for any: nobody gets one of these between the look and its use.
const range = { first: 10_000, last: 32_000 }
// Nor do two test files that run side by side begin at the same place: their process numbers alone might say so.
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % 8
let next = range.first + (((process.pid * 8 + lane) * 50) % 20_000)

/** The first of `count` ports in a row that nobody listens on. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = next
    next = first + 2 * count > range.last ? range.first : first + count
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isPortFree(first + index)))
    if (free.every(Boolean)) return first
  }
}

/** A port nobody listens on. */
export const freePort = () => freePorts(1)
