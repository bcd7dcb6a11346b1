import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, lang } from './field.ts'

/** Any name: one that is not known has no value. */
const name = z.string().check(z.maxLength(200))
/** As calls spell a language, or as the app stores it. */
const paramLang = z.enum(['zh', 'zh-CN', 'en', 'en-US'], 'lang')
const input = z.strictObject({ group: name, key: name, lang: z.optional(paramLang) })

/** A text, a list or a switch, in the asked language; null for what does not exist. */
const value = z.unknown()

export const publicParam = call({
  path: '/api/common/params/{group}/get/{key}',
  method: 'GET',
  who: 'anyone',
  promise:
    'One public text or setting (decision D5) in the language of the query, else of Accept-Language; null when there is none, never an error.',
  input,
  output: value,
})

export const customerParam = call({
  path: '/api/customer/params/{group}/get/{key}',
  method: 'GET',
  promise:
    "One text or setting that depends on the caller, in the language of the query, else of Accept-Language where it is sent, else the caller's own; null when there is none.",
  input,
  output: value,
})

export const checkVersion = call({
  path: '/api/common/appVersion/checkVersion',
  who: 'anyone',
  promise: 'The newest and the oldest version of the app that work with this server.',
  /** The version that asks; it changes nothing in the answer. */
  input: z.strictObject({ version: z.string().check(z.maxLength(32)) }),
  output: z.strictObject({
    latest: z.string(),
    min: z.string(),
    /** What is new in the newest, in the language of Accept-Language. */
    notes: z.array(z.string()),
  }),
})

/** Those that a customer agrees to when they register. */
const agreementKey = z.enum(['service', 'privacy'], 'key')

export const agreements = call({
  path: '/api/customer/agreement/list',
  promise:
    'The agreements that hold between us: version, what changed, and which version the caller agreed to when.',
  input: z.strictObject({ lang: z.optional(lang) }),
  output: z.array(
    z.strictObject({
      key: agreementKey,
      title: z.string(),
      version: z.string(),
      date: z.string(),
      changed: z.array(z.string()),
      accepted: z.nullable(z.strictObject({ version: z.string(), at: instant })),
    }),
  ),
})

export const acceptAgreement = call({
  path: '/api/customer/agreement/accept',
  promise: 'Writes down that the caller agrees to the version in force; to another it is refused.',
  input: z.strictObject({ key: agreementKey, version: z.string().check(z.maxLength(16)) }),
  output: z.null(),
  refuses: ['modify_failed'],
})
