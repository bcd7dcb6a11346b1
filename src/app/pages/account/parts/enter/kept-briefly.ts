import { draftOf, keepDraft } from '../../../../forms/draft.ts'

const keptMs = 15 * 60 * 1000
const kept = new Map<string, { values: Record<string, string>; at: number }>()

/**
 * Keeps what was typed while the reader looks something up, with what was kept before. In memory only, but for the e-mail:
 * it may hold a password.
 */
export function keepBriefly(name: string, values: Record<string, string>) {
  kept.set(name, { values: { ...kept.get(name)?.values, ...values }, at: Date.now() })
  if (values.email) keepDraft(name, { email: values.email })
}

/** What was typed a moment ago; of a while ago the e-mail. */
export function keptBriefly(name: string): Record<string, string> {
  const last = kept.get(name)
  return { ...draftOf(name), ...(last && Date.now() - last.at < keptMs ? last.values : {}) }
}

export function dropBriefly(name: string) {
  kept.delete(name)
  keepDraft(name, null)
}
