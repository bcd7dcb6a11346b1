import { type CardWorld, startCardWorld } from './cardholder.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

/** What the issuer was asked in one test is not another's: before each test. */
export function hearAnew() {
  tested.issuer.calls.length = 0
}
