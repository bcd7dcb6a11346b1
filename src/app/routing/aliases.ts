import type { RouteName } from './route-names.ts'

/** Correct spellings of names the specification spells its own way (decision D8). */
export const aliases = new Map<string, RouteName>([
  ['modifyCardPhone', 'motifyCardPhone'],
  ['cancelAccount', 'cannelAccount'],
])
