import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, instant } from './field.ts'

export const sessionList = call({
  path: '/api/customer/session/list',
  promise:
    'Live sessions of the caller: this one first, then the one used last; 100 at most. `lastTime` is known to the hour.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      id,
      /** Browser and system in a few words. */
      device: z.string(),
      /** Where it was opened. */
      ip: z.string(),
      /** What it was opened by: `password`, `telegram`, `register`, `passkey`. */
      method: z.string(),
      createTime: instant,
      lastTime: instant,
      /** The session that asks. */
      current: z.boolean(),
    }),
  ),
})

export const sessionRevoke = call({
  path: '/api/customer/session/revoke',
  promise:
    'Ends one session of the caller, or all `others` than the one that asks; their next call is answered with 401. Answers how many ended: one that was over already is none.',
  input: z.strictObject({ id: z.union([id, z.literal('others')], 'id') }),
  output: z.strictObject({ ended: z.int() }),
})
