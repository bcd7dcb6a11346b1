import { session } from '../state/session.ts'

// What a page has read stays with its entry of the history: on the way back it stands there at once, as far down as it
// was read, and the place where one was looking is found again. In memory only, and of one customer only.

const entriesMax = 40
const kept = new Map<string, unknown>()
let owner: string | undefined

/** What was kept under this name at the place we are at; undefined where one has not been. */
export function keptHere<T>(name: string): T | undefined {
  return kept.get(placed(name)) as T | undefined
}

/** Keeps it until many other things were kept. */
export function keepHere(name: string, value: unknown) {
  const key = placed(name)
  kept.delete(key)
  if (!history.state?.k) return
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > entriesMax && oldest !== undefined) kept.delete(oldest)
}

function placed(name: string): string {
  const user = session.peek()?.user.id
  if (user !== owner) kept.clear()
  owner = user
  return `${history.state?.k} ${name}`
}
