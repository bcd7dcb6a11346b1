import { embossRule } from '../../../../../contract/card-rules.ts'
import { draftOf, keepDraft } from '../../../../forms/draft.ts'

interface Draft {
  cardTypeId?: string | undefined
  embossName?: string | undefined
}

/** The name by which the form of a card's application keeps what stands in it. */
export const applyDraftName = (cardId: string) => `apply ${cardId}`

/** What was chosen and typed for a physical card. */
export function applyDraft(cardId: string): Draft {
  return draftOf(applyDraftName(cardId))
}

/** It is with the server now. */
export function dropApplyDraft(cardId: string) {
  keepDraft(applyDraftName(cardId), null)
}

/** Whether a name can be embossed. */
export function isEmbossable(name: string): boolean {
  return embossRule.test(name.trim())
}
