import { embossRule } from '../../../../../contract/card-rules.ts'
import { draftOf, keepDraft } from '../../../../forms/draft.ts'

interface Draft {
  cardTypeId?: string | undefined
  embossName?: string | undefined
}

/** What was chosen and typed for a physical card. */
export function applyDraft(cardId: string): Draft {
  return draftOf(`apply ${cardId}`)
}

/** Keeps it until the application is with the server; null drops it. */
export function keepApplyDraft(cardId: string, draft: { cardTypeId: string; embossName: string } | null) {
  keepDraft(`apply ${cardId}`, draft)
}

/** Whether a name can be embossed. */
export function isEmbossable(name: string): boolean {
  return embossRule.test(name.trim())
}
