import { aliases } from './aliases.ts'
import { routeNames } from './route-names.ts'

const names = new Set<string>([...routeNames, ...aliases.keys()])
const shape = /^\/(?:pages\/([A-Za-z0-9]+)\/\1|(choose-location|open-location))?(\?[^#\s\\]*)?$/

/**
 * The place of this app that a text from outside names, as `/pages/…`, or null. A link may lead anybody here, so only
 * routes of our own list pass; an address of another site, of another scheme or of no route at all never does.
 */
export function ownRoute(target: string | null | undefined): string | null {
  if (!target || target.length > 1_024 || hasHidden(target)) return null
  const origin = `${location.origin}/#`
  const path = target.startsWith(origin) ? target.slice(origin.length) : target.replace(/^\/?#(?=\/)/, '')
  const [, page, place] = shape.exec(path) ?? []
  const name = page ?? place
  if (name === undefined) return path === '/' || /^\/\?[^#\s\\]*$/.test(path) ? path : null
  return names.has(name) ? path : null
}

/** Control characters and invisible marks, which browsers drop or turn around. */
function hasHidden(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
}
