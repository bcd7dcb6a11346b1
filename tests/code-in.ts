/** The code in a letter: six digits in a paragraph of their own. The end of an address may be six digits too. */
export function codeIn(text: string): string | undefined {
  return text.match(/^(\d{6})\r?$/m)?.[1]
}
