/** A name as a document or a form has it. */
export interface Name {
  lastName: string
  firstName: string
}

/** How many letters of a name the zone of each document has room for; what is longer is cut off. */
const room = { passport: 39, card: 30 }

/**
 * Whether a name that was typed is the one on a document. The same in another order, with hyphens or without, with
 * names left out on one side (one of the family and one given name have to be there), in another of the usual
 * transliterations (MUELLER and Muller, LYU and Lü), and cut off where the zone ends.
 */
export function isSameName(typed: Name, written: Name, format: 'passport' | 'card'): boolean {
  const typedWords = wordsOf(typed)
  const writtenWords = wordsOf(written)
  const isCut = `${written.lastName}  ${written.firstName}`.length >= room[format] - 1
  const isSame = (typed: string, written: string) => typed === written || (isCut && typed.startsWith(written))
  const isWritten = (typed: string) => writtenWords.some(written => isSame(typed, written))
  const isTyped = (written: string) => typedWords.some(typed => isSame(typed, written))
  if (joined(typedWords) === joined(writtenWords)) return true
  if (joined(wordsOf(turned(typed))) === joined(writtenWords)) return true
  const cut = joined(writtenWords)
  if (isCut && cut.length > 20 && joined(typedWords).startsWith(cut)) return true
  const shared = typedWords.filter(isWritten)
  const isSubset = writtenWords.every(isTyped) || typedWords.every(isWritten)
  return isSubset && (shared.length >= 2 || writtenWords.length === 1)
}

function turned({ lastName, firstName }: Name): Name {
  return { lastName: firstName, firstName: lastName }
}

function wordsOf({ lastName, firstName }: Name): string[] {
  const words = `${lastName} ${firstName}`
    .normalize('NFD')
    .toUpperCase()
    .replace(/['’.\p{M}]/gu, '')
    .split(/[^A-Z]+/)
  return words.filter(Boolean).map(folded)
}

/** One spelling for those that stand for the same: AE and A, LYU and LU. */
function folded(word: string): string {
  return word
    .replace(/^([LN])(YU|UE|V)(?=E?$)/, '$1U')
    .replace(/AE/g, 'A')
    .replace(/OE/g, 'O')
    .replace(/UE/g, 'U')
}

function joined(words: readonly string[]): string {
  return words.join('')
}
