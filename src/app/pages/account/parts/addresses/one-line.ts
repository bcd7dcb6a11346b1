/** The lines of an address in one; between Chinese ones no comma is needed. */
export function inOneLine(lines: readonly string[]): string {
  return lines.join(/\p{Script=Han}/u.test(lines.join('')) ? ' ' : ', ')
}
