import { t, wireLanguage } from '../state/locale.ts'
import { glazeName } from './glaze-name.ts'

/** The whole name of a kind of card in the reader's language: a physical one is told from the virtual one of its glaze. */
export function kindName(name: string): string {
  const glaze = glazeName(name)
  if (glaze === name || !name.endsWith(' Physical')) return glaze
  return `${glaze}${wireLanguage() === 'zh' ? '' : ' '}${t('cardFace.physical')}`
}
