import { bookNonceFees } from '../chain/nonce-fees.ts'
import type { Schedule } from './queue/runner.ts'

/** Books what the network took for payments of the hot wallet that are final. */
export const bookFees: Schedule = {
  name: 'book-fees',
  everyMs: 5000,
  run: bookNonceFees,
}
