import { t } from '../state/locale.ts'

const glazes = ['Celadon', 'Ru', 'Oxblood', 'Tenmoku', 'Cobalt', 'Bisque'] as const

/** The name of a kind of card in the reader's language: kinds are named after glazes. Another name stays as it is. */
export function kindName(name: string): string {
  const glaze = glazes.find(word => name === word || name === `${word} Physical`)
  if (!glaze) return name
  const own = t(`cardFace.${glaze.toLowerCase() as Lowercase<typeof glaze>}`)
  return name === glaze ? own : `${own} ${t('cardFace.physical')}`
}
