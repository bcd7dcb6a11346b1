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

/** States of a verification; `userInfo` has `none` beside them. */
export const certStatus = z.enum(['draft', 'pending', 'reject', 'need_more', 'approved', 'expired'])

/** The two documents accepted. */
export const docType = z.enum(['idCard', 'passport'], 'docType')
/** The pictures of a document: front, back (not for a passport), and the person holding it. */
export const side = z.enum(['front', 'back', 'hold'], 'side')

/**
 * What a customer is told of a picture before an operator decides; none of it is a decision. About the picture: nothing
 * on it, not sharp, dark, glaring, the document reaches over the edge. About what is written on it: the machine-readable
 * lines cannot be read (passports only), it is the other kind of document, or name, birthday, expiry or age are a problem.
 */
export const findingKind = z.enum([
  'blank',
  'blurred',
  'dark',
  'glare',
  'cut_off',
  'lines_unread',
  'type_differs',
  'name_differs',
  'birthday_differs',
  'expired',
  'under_age',
])
/** Something noticed on the picture in this place. */
export const finding = z.strictObject({ side, what: findingKind })
/** One word for each way a picture can be of no use: `data.reason` of the refusal `image_unreadable`. */
export const unreadableReason = z.enum([
  'broken',
  'animated',
  'too_small',
  'blurred',
  'dark',
  'glare',
  'expired',
])

/** A picture on its way: a `Blob` of the browser or of the server. */
export interface Picture {
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The name under which an uploaded picture waits to be used. */
export const picturePath = z.string().check(z.regex(/^[\w-]{8,64}$/, 'path'))

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
    'Puts an uploaded picture in its place; with the last one missing the verification goes to review. Refuses a document that has surely expired.',
  input: z.strictObject({ docType, side, path: picturePath }),
  output: z.strictObject({ certStatus, missing: z.array(side) }),
  refuses: ['kyc_missing', 'already_certified', 'image_unreadable'],
})

export const getKyc = call({
  path: '/api/customer/idAuthorize/getKyc',
  promise: 'The last verification of the caller, whatever its state.',
  input: z.strictObject({}),
  output: z.strictObject({
    certStatus,
    /** Why it was refused or what more is needed, in words of the customer's language; null otherwise. */
    reason: z.nullable(z.string()),
    profile: z.nullable(profile),
    docType: z.nullable(docType),
    uploaded: z.array(side),
    missing: z.array(side),
    /** What was noticed on the pictures, for the customer to send a better one; reading may take a few seconds. */
    findings: z.array(finding),
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

export const spellName = call({
  path: '/api/customer/idAuthorize/spellName',
  promise:
    'A Chinese name in the letters a Chinese document has for it, as a proposal: names are not always read as their characters.',
  input: z.strictObject({
    text: z.string('text').check(z.regex(/^[\p{Script=Han}·]{1,20}$/u, 'text')),
    part: z.enum(['lastName', 'firstName'], 'text'),
  }),
  output: z.strictObject({ spelled: z.string() }),
})

export const unservedCountries = call({
  path: '/api/common/idAuthorize/unservedCountries',
  who: 'anyone',
  promise:
    'Countries and regions that people look for and whose residents we may not serve, and why. One that is neither here nor in `selectCountry` is not served either.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      name: z.string(),
      nameZh: z.string(),
      code: country,
      flag: z.string(),
      reason: z.enum(['sanctions', 'issuer']),
    }),
  ),
})
