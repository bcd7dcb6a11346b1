import { expect } from 'vitest'
import type { Town } from './town.ts'

/** Stops it, and expects its books to have agreed. */
export async function closeTown(town: Town): Promise<void> {
  const { code, output } = await town.ops('ledger', 'check')
  await town.stop()
  expect(output).toContain('agrees')
  expect(code).toBe(0)
}
