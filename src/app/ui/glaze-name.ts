import { t } from '../state/locale.ts'

const glazes = ['Celadon', 'Ru', 'Oxblood', 'Tenmoku', 'Cobalt', 'Bisque'] as const

/** The glaze a kind of card is named after, in the reader's language: its face says the form beside it. */
export function glazeName(name: string): string {
  const glaze = glazes.find(word => name === word || name === `${word} Physical`)
  return glaze ? t(`cardFace.${glaze.toLowerCase() as Lowercase<typeof glaze>}`) : name
}
