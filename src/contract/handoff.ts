import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './field.ts'
import { certStatus, docType, type Picture, side } from './identity.ts'

// Another device takes the pictures of a verification: a link that works once, and a pass that can do nothing else.

/** The secret in the link: whoever opens it first has used it up. */
const token = z.string('token').check(z.regex(/^[\w-]{43}$/, 'token'))
/** Made by the device that opens the link: 256 random bits in base64url. */
const pass = z.string('pass').check(z.regex(/^[\w-]{43}$/, 'pass'))

/** How far the pictures are, for a device that has no session. */
const way = z.strictObject({
  /** Whose verification it is, masked: somebody who was sent a foreign link can tell. */
  account: z.nullable(z.string()),
  docType,
  uploaded: z.array(side),
  missing: z.array(side),
  expiresAt: instant,
})

export const askHandoff = call({
  path: '/api/customer/idAuthorize/handoff/ask',
  promise:
    'A link by which one other device may take the pictures of this document for ten minutes; an earlier link ends.',
  input: z.strictObject({ docType }),
  output: z.strictObject({
    token,
    expiresAt: instant,
    /** The seconds until then: a device's clock may be wrong. */
    seconds: z.int(),
  }),
  refuses: ['kyc_missing', 'already_certified', 'limit_exceeded'],
})

export const lookHandoff = call({
  path: '/api/customer/idAuthorize/handoff/get',
  promise: 'How the last link stands, which device opened it, and the pictures that are there.',
  input: z.strictObject({}),
  output: z.strictObject({
    state: z.enum(['none', 'waiting', 'opened', 'over']),
    /** Browser and system of the device that opened it. */
    device: z.nullable(z.string()),
    uploaded: z.array(side),
  }),
})

export const endHandoff = call({
  path: '/api/customer/idAuthorize/handoff/end',
  promise: 'Ends the link at once, whoever has it; what was sent before stays.',
  input: z.strictObject({}),
  output: z.null(),
})

export const openHandoff = call({
  path: '/api/common/idAuthorize/handoff/open',
  who: 'anyone',
  promise:
    'With the token of a link: uses it up for this pass, and again for the same pass only. With a pass alone: how far it is.',
  input: z.strictObject({ pass, token: z.optional(token) }),
  output: way,
  refuses: ['handoff_over'],
})

export const handOverPicture = call({
  path: '/api/common/idAuthorize/handoff/picture',
  who: 'anyone',
  promise:
    'Puts one picture (field file, after the field pass and side) into the one place of the one verification; with the last one missing it goes to review and the pass ends.',
  body: 'multipart',
  input: z.strictObject({ pass, side, file: z.custom<Picture>() }),
  output: z.strictObject({ certStatus, missing: z.array(side) }),
  refuses: ['handoff_over', 'upload_failed', 'image_unreadable', 'already_certified', 'kyc_missing'],
})
