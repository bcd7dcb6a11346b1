import * as z from 'zod/mini'
import { call } from './call.ts'
import { lang } from './field.ts'

const key = z.string().check(z.regex(/^[A-Za-z]{1,32}$/))
const input = z.strictObject({ group: key, key, lang: z.optional(lang) })

/** A text, a list or a switch, in the asked language; null for what does not exist. */
const value = z.unknown()

export const publicParam = call({
  path: '/api/common/params/{group}/get/{key}',
  method: 'GET',
  who: 'anyone',
  promise: 'One public text or setting (decision D5); null when there is none, never an error.',
  input,
  output: value,
})

export const customerParam = call({
  path: '/api/customer/params/{group}/get/{key}',
  method: 'GET',
  promise: 'One text or setting that depends on the caller; null when there is none.',
  input,
  output: value,
})

export const checkVersion = call({
  path: '/api/common/appVersion/checkVersion',
  who: 'anyone',
  promise: 'The newest and the oldest version of the app that work with this server.',
  input: z.strictObject({ version: z.string().check(z.maxLength(32)) }),
  output: z.strictObject({ latest: z.string(), min: z.string(), notes: z.array(z.string()) }),
})
