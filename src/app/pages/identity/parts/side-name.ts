import { t } from '../../../state/locale.ts'
import type { DocType, Side } from './kept.ts'

/** What a picture shows, in a word. */
export function sideName(docType: DocType, side: Side): string {
  return t(side === 'front' && docType === 'passport' ? 'identity.side.page' : `identity.side.${side}`)
}
