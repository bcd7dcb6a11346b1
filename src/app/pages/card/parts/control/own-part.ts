import type { ComponentType } from 'preact'
import { later } from '../../../../chunks/later.tsx'
import { loadWords } from '../../../../state/locale.ts'

/** A part of a card's sheets that is a file of its own, and so are the words that only such parts speak. */
export function ownPart<Props extends object>(load: () => Promise<ComponentType<Props>>, height?: number) {
  return later(async () => {
    const [part] = await Promise.all([load(), loadWords('control')])
    return part
  }, height)
}
