import type * as z from 'zod/mini'
import type { docType, profile } from '../../../../contract/identity.ts'
import { session } from '../../../state/session.ts'

export type DocType = z.output<typeof docType>
type Profile = z.output<typeof profile>
/** The profile as it stands in the fields: text, empty where nothing was typed. */
export type ProfileTexts = Record<keyof Profile, string>

/** What was typed and chosen and is not with the server yet. */
export interface Draft {
  values: Partial<ProfileTexts>
  docType?: DocType | undefined
  /** The last verification is to be put aside. */
  isRestart?: boolean
}

const keptMs = 24 * 60 * 60 * 1000
const memory = new Map<string, string>()

/** What was kept on this device, or null. */
export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(memory.get(key) ?? localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value on this device, as long as the page lives where storage is closed; null drops it. */
export function keep(key: string, value: unknown) {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    if (value !== null) memory.set(key, JSON.stringify(value))
  }
}

/** The draft of who is signed in, for a day; nobody else ever sees it. */
export function draft(): Draft | null {
  const last = kept<Draft & { userId: string; at: number }>('kycDraft')
  const isMine = last?.userId === session.peek()?.user.id
  return last && isMine && Date.now() - last.at < keptMs ? last : null
}

/** Adds to the draft. */
export function keepDraft({ values, ...changes }: Partial<Draft>) {
  const last = draft()
  const userId = session.peek()?.user.id
  const next = { ...last, ...changes, values: { ...last?.values, ...values } }
  keep('kycDraft', { ...next, userId, at: Date.now() })
}

export function dropDraft() {
  keep('kycDraft', null)
}
