import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { ApplicationStatus } from '../../../contract/application.ts'
import type { PostalAddress } from '../issuer.ts'

/** A row of `cardholder_sessions`. */
interface CardholderSessionTable {
  id: string
  user_id: string
  card_type_id: string
  issuer_cardholder_id: string
  state: 'pending' | 'confirmed' | 'refused'
  expires_at: Date
  created_at: Generated<Date>
}

type Lines = ColumnType<string[], string, string>

/** A row of `applications`; fees in USDT minor units. */
export interface ApplicationTable {
  id: string
  user_id: string
  parent_card_id: string
  card_type_id: string
  status: ApplicationStatus
  emboss_name: string
  cardholder_session_id: string | null
  address_id: string
  country: string
  postal: JSONColumnType<PostalAddress>
  address_lines: Lines
  making_fee_minor: bigint
  mailing_fee_minor: bigint
  quoted_at: Generated<Date>
  issuer_card_id: string | null
  issuer_order_id: string | null
  last4: string | null
  order_version: Generated<number>
  checked_at: Date | null
  physical_card_id: string | null
  /** The application whose card was lost before it was activated, and which this one stands in for. */
  replaces_id: string | null
  reason: string | null
  carrier: string | null
  tracking_number: string | null
  created_at: Generated<Date>
  paid_at: Date | null
  approved_at: Date | null
  shipped_at: Date | null
  ended_at: Date | null
}

/** A row of `application_payments`; fees in USDT minor units. */
interface ApplicationPaymentTable {
  id: string
  application_id: string
  kind: 'making' | 'remailing'
  making_fee_minor: bigint
  mailing_fee_minor: bigint
  hold_id: string
  state: 'held' | 'charged' | 'released' | 'refunded'
  making_transfer_id: string | null
  mailing_transfer_id: string | null
  bill_id: string
  asked_at: Date | null
  created_at: Generated<Date>
}

/** A row of `activation_tickets`. */
interface ActivationTicketTable {
  card_id: string
  ticket_hash: string
  expires_at: Date
  used_at: Date | null
}

/** An application as it is kept, and whether its quote still holds by the database's clock. */
export type ApplicationRow = Selectable<ApplicationTable> & { is_quote_fresh: boolean }
/** A payment as it is kept. */
export type PaymentRow = Selectable<ApplicationPaymentTable>
/** A cardholder's session as it is kept. */
export type CardholderSessionRow = Selectable<CardholderSessionTable>

export interface ApplicationTables {
  cardholder_sessions: CardholderSessionTable
  applications: ApplicationTable
  application_payments: ApplicationPaymentTable
  activation_tickets: ActivationTicketTable
}
