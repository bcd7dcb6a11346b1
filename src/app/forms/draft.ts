import { useEffect, useRef, useState } from 'react'
import { session } from '../state/session.ts'
import { recall, remember } from '../storage.ts'

// What was typed and is not with the server yet outlives a reload, and the phone that throws the app out of its memory.
// What a signed-in customer typed is gone with the log-out.

type Texts = Record<string, string>

interface Kept {
  by: string | null
  at: number
  texts: Texts
}

/** How long a form stays as it was left. */
const formMs = 24 * 60 * 60 * 1000
/** The same for somebody who is not signed in: the phone may be another's. */
const strangerMs = 60 * 60 * 1000
/** How long an amount stays: it is meant for now. */
export const amountMs = 30 * 60 * 1000

/** Never kept, whatever form it stands in. */
const secrets = new Set(['password', 'oldPassword', 'repeat', 'secret', 'pin', 'code', 'newCode', 'agree'])

/** What the person using the app now has typed into a form; nothing that is too old. */
export function draftOf(name: string, keptMs = formMs): Texts {
  const { by, at, texts } = all()[name] ?? {}
  const isFresh = Date.now() - (at ?? 0) < (mine() === null ? Math.min(keptMs, strangerMs) : keptMs)
  return texts && by === mine() && isFresh ? texts : {}
}

/** Keeps what stands in a form, its secrets aside; null drops it. */
export function keepDraft(name: string, texts: Texts | null) {
  const others = Object.entries(all()).filter(([other, { by }]) => other !== name && by === mine())
  const rest = Object.fromEntries(others)
  const open = Object.entries(texts ?? {}).filter(([field, text]) => !secrets.has(field) && text !== '')
  if (open.length > 0) rest[name] = { by: mine(), at: Date.now(), texts: Object.fromEntries(open) }
  remember(key(), Object.keys(rest).length > 0 ? rest : null)
}

/** Keeps these texts as they change. What stands there at first was not typed; what is saved already needs no keeping. */
export function useKeeping(name: string | null, texts: Texts, saved: Texts = {}) {
  const { current: known } = useRef(saved)
  const isSaved = Object.entries(texts).every(([field, text]) => text === (known[field] ?? ''))
  const text = JSON.stringify(isSaved ? null : texts)
  const first = useRef(text)
  useEffect(() => {
    if (name === null || text === first.current) return
    first.current = ''
    keepDraft(name, JSON.parse(text))
  }, [name, text])
}

/** A text as `useState` has it, that is there again after a reload, as long as an amount is. Answers how to drop it, too. */
export function useKept(name: string, initial: string) {
  const [text, set] = useState(() => draftOf(name, amountMs).text ?? initial)
  useKeeping(name, { text }, { text: initial })
  return [text, set, () => keepDraft(name, null)] as const
}

function all(): Record<string, Kept> {
  const drafts = Object.entries(recall<Record<string, Kept>>(key(), {}))
  return Object.fromEntries(drafts.filter(([, draft]) => isDraft(draft)))
}

function isDraft(draft: Kept | null): boolean {
  return (
    typeof draft?.texts === 'object' &&
    Object.values(draft.texts ?? 0).every(text => typeof text === 'string')
  )
}

function mine(): string | null {
  return session.peek()?.user.id ?? null
}

function key() {
  return mine() === null ? 'strangerDrafts' : 'drafts'
}
