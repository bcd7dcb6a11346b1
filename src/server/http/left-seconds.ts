/** Whole seconds until a moment, 0 from then on: a phone's own clock may be wrong. */
export function leftSeconds(until: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1_000))
}
