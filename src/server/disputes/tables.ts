import type { Generated } from 'kysely'
import type { DisputeReason } from '../../contract/dispute.ts'

/** A row of `disputes`; the amount in USD minor units. */
export interface DisputeTable {
  id: string
  number: Generated<bigint>
  user_id: string
  request_id: string
  bill_id: string
  card_id: string
  thread_id: string
  reason: DisputeReason
  amount_minor: bigint
  status: Generated<'opened' | 'sent' | 'evidence' | 'won' | 'lost' | 'withdrawn' | 'refused'>
  tried_at: Generated<Date | null>
  issuer_dispute_id: Generated<string | null>
  issuer_version: Generated<number>
  note: Generated<string | null>
  evidence_by: Generated<Date | null>
  withdraw_asked_at: Generated<Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ended_at: Generated<Date | null>
}

/** A row of `dispute_lines`. */
interface DisputeLineTable {
  id: string
  dispute_id: string
  request_id: string
  text: string
  status: Generated<'waiting' | 'sent' | 'refused'>
  created_at: Generated<Date>
}

export interface DisputeTables {
  disputes: DisputeTable
  dispute_lines: DisputeLineTable
}
