import * as z from 'zod/mini'
import { call } from './call.ts'
import { areaCode, country, englishName, instant, line, phone } from './field.ts'

/** The profile of an applicant (specification section 3, KYC profile). */
export const profile = z.strictObject({
  firstName: englishName,
  lastName: englishName,
  country,
  state: line,
  city: line,
  address: line,
  postalCode: z.string('postalCode').check(z.regex(/^[A-Za-z0-9 -]{2,12}$/, 'postalCode')),
  areaCode,
  phone,
  birthday: z.optional(z.iso.date('birthday')),
})

/** The two documents accepted. */
export const docType = z.enum(['idCard', 'passport'], 'docType')
/** The pictures of a document: front, back (not for a passport), and the person holding it. */
export const side = z.enum(['front', 'back', 'hold'], 'side')

/** A picture on its way: a `Blob` of the browser or of the server. */
export interface Picture {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

export const upload = call({
  path: '/api/customer/res/upload/idAuthorize',
  promise:
    'Takes one picture (field file; JPEG, PNG, WebP or AVIF up to 8 MB), stores it re-encoded and encrypted.',
  body: 'multipart',
  input: z.strictObject({ file: z.custom<Picture>() }),
  output: z.strictObject({ path: z.string() }),
  refuses: ['upload_failed', 'image_unreadable', 'already_certified'],
})

export const submitImg = call({
  path: '/api/customer/idAuthorize/submitImg',
  promise:
    'Puts an uploaded picture in its place; with the last one missing the verification goes to review.',
  input: z.strictObject({ docType, side, path: z.string().check(z.regex(/^[\w-]{8,64}$/, 'path')) }),
  output: z.strictObject({ certStatus: z.string(), missing: z.array(side) }),
  refuses: ['kyc_missing', 'already_certified', 'image_unreadable'],
})

export const getKyc = call({
  path: '/api/customer/idAuthorize/getKyc',
  promise: 'The last verification of the caller, whatever its state.',
  input: z.strictObject({}),
  output: z.strictObject({
    certStatus: z.enum(['draft', 'pending', 'reject', 'need_more', 'approved', 'expired']),
    /** Why it was refused or what more is needed, in the customer's words; null otherwise. */
    reason: z.nullable(z.string()),
    profile: z.nullable(profile),
    docType: z.nullable(docType),
    uploaded: z.array(side),
    missing: z.array(side),
    submittedAt: z.nullable(instant),
  }),
  refuses: ['kyc_missing'],
})

export const editKyc = call({
  path: '/api/customer/idAuthorize/editKyc',
  promise:
    'Saves the profile as a draft; with restart the last verification is put aside and its pictures deleted.',
  input: z.strictObject({ ...profile.shape, docType: z.optional(docType), restart: z.optional(z.boolean()) }),
  output: z.null(),
  refuses: ['already_certified', 'phone_invalid', 'modify_failed'],
})
