/** What is said of a character of an address: one of the six at an end, or another than in the address it resembles. */
type Mark = 'end' | 'unlike' | undefined

const ends = 6

/** A mark for each character. Compared with another address only what differs is marked. */
export function marksOf(address: string, unlike?: string): Mark[] {
  const prefix = address.startsWith('0x') ? 2 : 0
  return [...address].map((letter, index) => {
    if (unlike !== undefined) return isSame(letter, unlike[index]) ? undefined : 'unlike'
    return index < prefix + ends || index >= address.length - ends ? 'end' : undefined
  })
}

/** The case of a letter is a checksum and no difference. */
function isSame(letter: string, other: string | undefined): boolean {
  return letter.toLowerCase() === other?.toLowerCase()
}

/** Characters side by side with the same mark, put together. */
export function runsOf(text: string, marks: Mark[]): [string, Mark][] {
  const runs: [string, Mark][] = []
  for (const [index, letter] of [...text].entries()) {
    const last = runs.at(-1)
    if (last && last[1] === marks[index]) last[0] += letter
    else runs.push([letter, marks[index]])
  }
  return runs
}
