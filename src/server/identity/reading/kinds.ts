/** The letters each place of a zone may have (ICAO 9303 parts 4 and 5): capital letters, digits or both. */
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<'
const digits = '0123456789'
const both = `${capitals}${digits}`

const kindOf: Record<string, string> = {
  a: capitals,
  d: digits,
  o: `${digits}<`,
  n: both,
  s: 'MFX<',
  p: 'P',
  i: 'ACI',
}

const spelled = (layout: string) => [...layout].map(letter => kindOf[letter] ?? both)
const times = (letter: string, count: number) => letter.repeat(count)

/** A passport's page, TD3: two lines of 44. */
export const passport = [
  spelled(`p${times('a', 43)}`),
  spelled(`${times('n', 9)}daaa${times('d', 7)}s${times('d', 7)}${times('n', 14)}od`),
]

/** A card's back, TD1: three lines of 30. */
export const card = [
  spelled(`iaaaa${times('n', 9)}o${times('n', 15)}`),
  spelled(`${times('d', 7)}s${times('d', 7)}aaa${times('n', 11)}d`),
  spelled(times('a', 30)),
]
