/** What a device holds that was let in by a link: the token until it was used up, and the pass it is used up for. */
export interface Held {
  pass: string
  token?: string | undefined
}

const key = 'kycHandoff'
let memory: Held | null = null

/** Takes the token of a link; a reload of the page finds it again. The pass is made here and is told to nobody else. */
export function takeToken(token: string): Held {
  if (memory?.token !== token) keepHeld({ token, pass: newPass() })
  return memory as Held
}

/** What this tab was let in with, if it was. */
export function held(): Held | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept?.pass === 'string') memory ??= kept
  } catch {
    // Storage is blocked: it lives as long as the page. Or it holds something else.
  }
  return memory
}

/** Keeps it for this tab; null forgets it. */
export function keepHeld(next: Held | null) {
  memory = next
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}

function newPass(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}
