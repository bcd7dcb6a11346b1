import { PlainError } from '../plain-error.ts'

/** A flag that takes one of these codes: the customer reads its words in their own language. */
export function codeFlag(codes: readonly string[]) {
  const description = `why, in words the customer reads in their language: ${codes.join(', ')}`
  return { type: 'string', description, required: true } as const
}

/** The code that was given. Throws when it is none of them. */
export function chosen<Code extends string>(codes: readonly Code[], word: string): Code {
  const code = codes.find(each => each === word)
  if (code === undefined) throw new PlainError(`--reason is one of ${codes.join(', ')}.`)
  return code
}

/** What an operator adds: the customer reads it as it is written. */
export const noteFlag = {
  type: 'string',
  description: 'added to it, one line, and read by the customer as you write it',
  default: '',
} as const

/** The note that was given, or null. Throws when it is no line, and when the reason says nothing without one. */
export function noteTo(reason: string, note: string): string | null {
  if (note === '' && reason !== 'other') return null
  if (!/^[^\p{Cc}\p{Cs}]{2,200}$/u.test(note))
    throw new PlainError('--note is one line of 2 to 200 characters.')
  return note
}
