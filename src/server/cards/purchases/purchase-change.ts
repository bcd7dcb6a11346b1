import type { CardTable, PurchaseTable } from '../tables.ts'
import type { LimitMet } from './limits.ts'
import type { Fact, Thread } from './thread.ts'

/** Who sold it, and how it was paid. */
export interface Sale {
  merchant: string
  city: string
  mcc: string
  country: string
  channel: string
}

/** A purchase before and after one more fact, and what it takes to carry it there. */
export interface Change {
  card: CardTable
  threadId: string
  fact: Fact
  before: Thread
  after: Thread
  /** What was known before. */
  facts: readonly Fact[]
  /** Null while nothing of it has been written. */
  purchase: PurchaseTable | null
  sale: Sale
  /** The limit it was refused for, if it was. */
  limitMet?: LimitMet | null
}
