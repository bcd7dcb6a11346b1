import { embossRule } from '../../../../contract/card-rules.ts'
import { keepDraft as keepTexts, draftOf as textsOf } from '../../../draft.ts'

interface Draft {
  cardTypeId?: string | undefined
  embossName?: string | undefined
}

/** What was chosen and typed for a physical card. */
export function draftOf(cardId: string): Draft {
  return textsOf(`apply ${cardId}`)
}

/** Keeps it until the application is with the server; null drops it. */
export function keepDraft(cardId: string, draft: { cardTypeId: string; embossName: string } | null) {
  keepTexts(`apply ${cardId}`, draft)
}

/** Whether a name can be embossed. */
export function isEmbossable(name: string): boolean {
  return embossRule.test(name.trim())
}
