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

/** Whether a name can be embossed, by the rule of the contract: 2 to 26 letters with space, `.`, `'` and `-` between. */
export function isEmbossable(name: string): boolean {
  return /^[A-Za-z][A-Za-z .'-]{0,24}[A-Za-z.]$/.test(name.trim())
}
