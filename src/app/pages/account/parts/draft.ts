const keptMs = 15 * 60 * 1000
const kept = new Map<string, { values: Record<string, string>; at: number }>()

/** Keeps what was typed while the reader looks something up. In memory only: it may hold a password. */
export function keepDraft(name: string, values: Record<string, string>) {
  kept.set(name, { values: { ...kept.get(name)?.values, ...values }, at: Date.now() })
}

/** What was typed a moment ago, or nothing. */
export function draftOf(name: string): Record<string, string> {
  const draft = kept.get(name)
  return draft && Date.now() - draft.at < keptMs ? draft.values : {}
}

export function dropDraft(name: string) {
  kept.delete(name)
}
