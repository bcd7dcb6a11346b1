/** The hash of a transaction in what somebody pasted: bare, with blanks around it, or in a link of an explorer. */
export function txHashIn(text: string): string | null {
  const [found] = /(?<![0-9a-f])(0x)?[0-9a-f]{64}(?![0-9a-f])/i.exec(text.normalize('NFKC')) ?? []
  return found ? `0x${found.replace(/^0x/i, '').toLowerCase()}` : null
}
