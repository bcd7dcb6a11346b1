import * as z from 'zod/mini'
import { pin } from './field.ts'

/** What stands for the fund PIN once: 32 random bytes in base64url, so longer than any PIN. */
export const pass = z.string('pin').check(z.regex(/^[\w-]{43}$/, 'pin'))

/** The fund PIN, or a pass in its place: of calls that pay, and that which shows the full card. */
export const pinOrPass = z.union([pin, pass], 'pin')

/** Whether what was given for the fund PIN is a pass: no PIN is so long. */
export function isPass(given: string): boolean {
  return given.length > 32
}
