import { later } from '../chunks/later.tsx'
import { loadWords } from '../state/locale.ts'

/** The sheet that makes a statement, with the words that only it speaks: loaded when somebody wants one. */
export const ExportSheet = later(async () => {
  const [part] = await Promise.all([import('./export-sheet.tsx'), loadWords('statement')])
  return part.ExportSheet
})
