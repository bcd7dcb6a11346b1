import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './field.ts'

/** The code on a statement as somebody copies it: whatever its letters' case, with or without blanks and lines. */
const typedCode = z
  .string('required')
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'tooLong'))

export const check = call({
  path: '/api/common/statement/check',
  who: 'anyone',
  promise:
    'Whether a PDF statement with that code was issued here: `genuine` when the file with this hash is the one, `altered` when it is another, `issued` where no hash is sent, `unknown` for a code that was never given, `mistyped` for what can be none. What was issued is told by kind, period and time; whose it is nobody is told. Refused with limit_exceeded to whoever asks too often.',
  input: z.strictObject({
    code: typedCode,
    /** SHA-256 of the file in hex, reckoned by whoever holds it: the file itself is sent nowhere. */
    sha256: z.optional(z.string('text').check(z.regex(/^[0-9a-f]{64}$/, 'text'))),
  }),
  output: z.strictObject({
    verdict: z.enum(['genuine', 'altered', 'issued', 'unknown', 'mistyped']),
    /** All null where nothing was issued. */
    kind: z.nullable(z.enum(['account', 'card'])),
    from: z.nullable(instant),
    /** The first instant after the period. */
    until: z.nullable(instant),
    /** The zone in whose clock the statement is written. */
    zone: z.nullable(z.string()),
    issuedAt: z.nullable(instant),
  }),
  refuses: ['limit_exceeded'],
})
