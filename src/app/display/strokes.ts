import { strokes as shell } from 'virtual:strokes'

/**
 * Icons by their names, each the outline of one path in a square of 24: those of the shell at first, which index.html
 * brings; the others when the first page or sheet does (`virtual:sprite`).
 */
export const strokes: Record<string, string> = shell
