import * as z from 'zod/mini'

/** The invitation code, which nobody has to have. */
export const invitation = z.string().check(z.maxLength(64, 'referCode'))
/** The agreement box: `yes` or nothing. */
export const agree = z.string().check(z.regex(/^yes$/, 'agree'))
