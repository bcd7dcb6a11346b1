import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './field.ts'

export const exchangeRate = call({
  path: '/api/common/exchangeRate',
  who: 'anyone',
  promise:
    'The last good rate of every pair, marked unless it is to be relied on: 1 masterCurrency is rate slaveCurrency.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      masterCurrency: z.string(),
      slaveCurrency: z.string(),
      rate: z.string().check(z.regex(/^\d+(\.\d+)?$/)),
      /** When the source said so. */
      time: instant,
      /** `stale`: older than three minutes. `suspect`: the source tells of a jump that is not believed yet. */
      state: z.enum(['good', 'stale', 'suspect']),
    }),
  ),
})
