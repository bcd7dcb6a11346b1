import { session } from '../../../state/session.ts'
import type { PlaceTexts } from './place-rules.ts'

// What is typed stays until it is saved, over reloads and a look at another page; never over the end of the visit.

const key = 'addressDraft'

/** What was typed of this address (its id, or `new` and what it began with) by who is signed in. */
export function placeDraft(of: string): Partial<PlaceTexts> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return draft.of === of && draft.by === session.peek()?.user.id ? draft.values : {}
  } catch {
    return {}
  }
}

/** Keeps it; null drops it. */
export function keepPlaceDraft(of: string, values: Partial<PlaceTexts> | null) {
  try {
    if (values === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ of, by: session.peek()?.user.id, values }))
  } catch {
    // Nothing is kept.
  }
}
