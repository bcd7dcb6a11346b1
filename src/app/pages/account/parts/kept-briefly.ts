import { keepDraft as keepLasting, draftOf as lasting } from '../../../draft.ts'

const keptMs = 15 * 60 * 1000
const kept = new Map<string, { values: Record<string, string>; at: number }>()

/** Keeps what was typed while the reader looks something up. In memory only, but for the e-mail: it may hold a password. */
export function keepDraft(name: string, values: Record<string, string>) {
  kept.set(name, { values: { ...kept.get(name)?.values, ...values }, at: Date.now() })
  if (values.email) keepLasting(name, { email: values.email })
}

/** What was typed a moment ago; of a while ago the e-mail. */
export function draftOf(name: string): Record<string, string> {
  const draft = kept.get(name)
  return { ...lasting(name), ...(draft && Date.now() - draft.at < keptMs ? draft.values : {}) }
}

export function dropDraft(name: string) {
  kept.delete(name)
  keepLasting(name, null)
}
