import * as z from 'zod/mini'
import { id } from './field.ts'

/** Which card purchase a call tells of: the row of its bill, its card, whom it paid. */
export const ofPurchase = { billId: id, cardOutId: id, last4: z.string(), merchant: z.string() }
