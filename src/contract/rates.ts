import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './field.ts'

export const exchangeRate = call({
  path: '/api/common/exchangeRate',
  who: 'anyone',
  promise: 'Every rate we trust, with the time it was read: 1 masterCurrency is rate slaveCurrency.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      masterCurrency: z.string(),
      slaveCurrency: z.string(),
      rate: z.string().check(z.regex(/^\d+(\.\d+)?$/)),
      time: instant,
    }),
  ),
})
