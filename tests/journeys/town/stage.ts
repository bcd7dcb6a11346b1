import type { Browser } from 'playwright-core'
import { openBrowser } from '../../fixtures/browser.ts'
import { closeTown } from './close-town.ts'
import { openTown, type Town } from './town.ts'

export let town: Town
export let browser: Browser

/** Opens the running world and a browser: once for a file, before its tests; `settings` are more of the environment. */
export async function begin(settings: Record<string, string> = {}) {
  town = await openTown(settings)
  browser = await openBrowser()
}

/** Closes both; the books have to agree. */
export async function end() {
  await browser?.close()
  await closeTown(town)
}
