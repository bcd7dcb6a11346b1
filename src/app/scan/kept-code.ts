// What the scanner hands to the activation of a card: in memory only, taken once.

let kept = { cardId: '', code: '' }

export function keepCode(scanned: { cardId: string; code: string }) {
  kept = scanned
}

/** The code that was scanned for this card, once. */
export function takeCode(cardId: string): string {
  const { code } = kept.cardId === cardId ? kept : { code: '' }
  kept = { cardId: '', code: '' }
  return code
}
