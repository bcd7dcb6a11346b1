import { PlainError } from '../plain-error.ts'

/** What a deed that is done once is named by, where its words are not to name it. */
export const key = {
  type: 'string',
  description:
    'names it: it is done once, however often it is asked for; without it the same words are the same',
} as const

/** A key as an operator gave it. */
export function checkedKey(given: string): string {
  if (!/^[\w.-]{1,100}$/.test(given))
    throw new PlainError('--key is 1 to 100 letters, digits, dots and hyphens.')
  return given
}
