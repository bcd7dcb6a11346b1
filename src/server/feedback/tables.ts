import type { Generated } from 'kysely'

/** A row of `tickets`. */
export interface TicketTable {
  id: string
  number: Generated<bigint>
  user_id: string
  request_id: string
  status: Generated<'open' | 'answered' | 'closed'>
  ref_type: 'bill' | 'card' | null
  ref_id: string | null
  /** What the customer's device said of itself, in lines. */
  diagnostic: string | null
  /** By when we answer what was said last. */
  answer_by: Date
  escalated_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A row of `ticket_lines`; an operator's carries their name. */
interface TicketLineTable {
  id: string
  ticket_id: string
  request_id: string
  operator: string | null
  text: string
  created_at: Generated<Date>
}

/** A row of `ticket_pictures`; without a line, of a ticket or of a dispute, it is not attached yet. */
interface TicketPictureTable {
  path: string
  user_id: string
  line_id: string | null
  dispute_line_id: Generated<string | null>
  content: Buffer
  created_at: Generated<Date>
}

export interface FeedbackTables {
  tickets: TicketTable
  ticket_lines: TicketLineTable
  ticket_pictures: TicketPictureTable
}
