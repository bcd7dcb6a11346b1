import type * as z from 'zod/mini'
import type { docType, profile, side } from '../../../../contract/identity.ts'
import { draftOf, keepDraft } from '../../../forms/draft.ts'

export type DocType = z.output<typeof docType>
export type Side = z.output<typeof side>
type Profile = z.output<typeof profile>
/** The profile as it stands in the fields: text, empty where nothing was typed. */
export type ProfileTexts = Record<keyof Profile, string>

/** What was typed and chosen and is not with the server yet. */
export interface Draft {
  values: { [field in keyof ProfileTexts]?: string | undefined }
  docType?: DocType | undefined
  /** The last verification is to be put aside. */
  isRestart?: boolean
}

const name = 'kyc'
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

/** The draft of the signed-in customer, for a day; nobody else ever sees it. */
export function kycDraft(): Draft | null {
  const { docType, isRestart, ...values } = draftOf(name)
  if (Object.keys(values).length === 0 && !docType && !isRestart) return null
  return { values, docType: docType as DocType | undefined, isRestart: isRestart === 'yes' }
}

/** Adds to the draft. */
export function keepKycDraft({ values, docType, isRestart }: Partial<Draft>) {
  keepDraft(name, {
    ...draftOf(name),
    ...(values as Record<string, string>),
    ...(docType && { docType }),
    ...(isRestart && { isRestart: 'yes' }),
  })
}

export function dropKycDraft() {
  keepDraft(name, null)
}
