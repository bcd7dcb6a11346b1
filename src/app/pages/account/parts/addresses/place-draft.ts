import { draftOf, keepDraft } from '../../../../forms/draft.ts'
import type { PlaceTexts } from './place-rules.ts'

/** What was typed of this address (its id, or `new` and what it began with) by the signed-in customer. */
export function placeDraft(of: string): Partial<PlaceTexts> {
  return draftOf(`address ${of}`)
}

/** Keeps it until it is saved; null drops it. */
export function keepPlaceDraft(of: string, values: Partial<PlaceTexts> | null) {
  keepDraft(`address ${of}`, values)
}
