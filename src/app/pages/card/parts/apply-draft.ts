// What was chosen and typed outlives the way to the addresses and back, and nothing more.

interface Draft {
  cardTypeId?: string | undefined
  embossName?: string | undefined
}

const drafts = new Map<string, Draft>()

export function draftOf(cardId: string): Draft {
  return drafts.get(cardId) ?? {}
}

export function keepDraft(cardId: string, draft: Draft | null) {
  if (draft) drafts.set(cardId, draft)
  else drafts.delete(cardId)
}

/** Whether a name can be embossed, by the rule of the contract: 2 to 26 letters with space, `.`, `'` and `-` between. */
export function isEmbossable(name: string): boolean {
  return /^[A-Za-z][A-Za-z .'-]{0,24}[A-Za-z.]$/.test(name.trim())
}
