import type * as z from 'zod/mini'
import type { unreadableReason } from '../../contract/identity.ts'
import { Refused } from '../http/refused.ts'

/** What is said of a picture that is of no use. */
export function unreadable(reason: z.output<typeof unreadableReason>, details: object = {}): Refused {
  return new Refused('image_unreadable', { reason, ...details })
}
