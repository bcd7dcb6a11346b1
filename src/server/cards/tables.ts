import type { JSONColumnType } from 'kysely'
import type { StoredFact } from './thread.ts'

/** A row of `budgets`. */
export interface BudgetTable {
  user_id: string
  issuer_budget_id: string
  created_at: Date
}

/** Who a card is made out to, as asked for with its order. */
export interface OrderedFor {
  firstName: string
  lastName: string
  country: string
  city: string
  address: string
  postalCode: string
  areaCode: string
  phone: string
  email: string
}

/** A row of `card_orders`; amounts in USDT minor units. */
export interface CardOrderTable {
  id: string
  user_id: string
  card_type_id: string
  nickname: string | null
  cardholder: JSONColumnType<OrderedFor>
  open_fee_minor: bigint
  recharge_minor: bigint
  fee_minor: bigint
  hold_id: string
  status: 'opening' | 'success' | 'fail'
  reason: 'card_open_failed' | 'budget_failed' | null
  card_id: string | null
  bill_id: string
  created_at: Date
  ended_at: Date | null
}

/** States of a card (decision D4) that are stored; `negative` is told from the balance. */
export type CardStatus =
  | 'active'
  | 'frozen_user'
  | 'frozen_risk'
  | 'inactive'
  | 'pin_blocked'
  | 'expired'
  | 'lost'
  | 'closed'

/** A row of `cards`. */
export interface CardTable {
  id: string
  user_id: string
  order_id: string
  card_type_id: string
  issuer_card_id: string
  account_id: string
  last4: string
  holder: string
  nickname: string | null
  phone: string | null
  area_code: string | null
  status: CardStatus
  created_at: Date
}

/** A row of `purchases`; amounts in USD minor units. */
export interface PurchaseTable {
  id: string
  card_id: string
  thread_id: string
  merchant: string
  city: string
  mcc: string
  country: string
  channel: string
  asked_minor: bigint
  fee_minor: bigint
  hold_id: string | null
  cleared_minor: bigint
  refunded_minor: bigint
  status: 'pending' | 'posted' | 'reversed' | 'expired' | 'declined' | 'refunded'
  reason: string | null
  bill_id: string | null
  created_at: Date
  updated_at: Date
}

/** A row of `issuer_events`. */
export interface IssuerEventTable {
  id: string
  type: string
  payload: JSONColumnType<Record<string, unknown>>
  answer: JSONColumnType<Record<string, unknown>> | null
  subject: string | null
  fact: JSONColumnType<StoredFact> | null
  received_at: Date
  handled_at: Date | null
}

/** A row of `recharges`; amount in USD minor units, fee in USDT minor units. */
export interface RechargeTable {
  id: string
  user_id: string
  card_id: string
  amount_minor: bigint
  fee_minor: bigint
  transfer_id: string
  created_at: Date
}

/** A row of `card_views`. */
export interface CardViewTable {
  id: string
  card_id: string
  user_id: string
  device: string
  created_at: Date
}

export interface CardTables {
  budgets: BudgetTable
  card_orders: CardOrderTable
  cards: CardTable
  purchases: PurchaseTable
  issuer_events: IssuerEventTable
  recharges: RechargeTable
  card_views: CardViewTable
}
