import type { Generated, JSONColumnType } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { ShopKind } from '../../contract/shops.ts'
import type { ApplicationTables } from './applications/application-tables.ts'
import type { ChallengeTables } from './challenges/challenge-tables.ts'
import type { StoredFact } from './purchases/thread.ts'

/** A row of `budgets`. */
interface BudgetTable {
  user_id: string
  issuer_budget_id: string
  created_at: Date
  /** When its cards are compared with the issuer's next. */
  compare_at: Generated<Date>
  /** What differed the last time, as `subjectOf` names it. */
  differences: Generated<string[]>
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
  /** Whom the issuer confirmed on its own page, for kinds that need it. */
  cardholder_session_id: string | null
  open_fee_minor: bigint
  recharge_minor: bigint
  fee_minor: bigint
  /** Null when it costs nothing. */
  hold_id: string | null
  /** The lost card that this one stands in for. */
  replaces_card_id: string | null
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

/** What may be so with a card at once, each on its own. In whatever order it came, `status` is what it comes to. */
export interface CardFlags {
  frozen_by_customer: boolean
  frozen_by_issuer: boolean
  /** A physical card was taken into use; a virtual one always is. */
  is_activated: boolean
  /** Wrong ones were typed, and none was set since. */
  is_pin_blocked: boolean
}

/** A row of `cards`. */
export interface CardTable extends CardFlags {
  id: string
  user_id: string
  /** Null of a physical card, which has a parent instead. */
  order_id: string | null
  parent_card_id: string | null
  /** The lost card in whose place it was made; null of every other. */
  stands_in_for: string | null
  card_type_id: string
  issuer_card_id: string
  account_id: string
  last4: string
  holder: string
  nickname: string | null
  phone: string | null
  area_code: string | null
  status: CardStatus
  /** Limits the owner has set; USD minor units, null for the most that the kind of card allows. */
  limit_single_minor: bigint | null
  limit_day_minor: bigint | null
  limit_month_minor: bigint | null
  /** Where the owner does not let it pay; null for nowhere. */
  stops: CardStop[] | null
  /** The only countries where it pays; null for everywhere. */
  countries: string[] | null
  /** Whose charges the owner refuses, by the names they came under; null for nobody. */
  stopped_merchants: string[] | null
  /** The only ones whose charges the owner lets through; null for everybody. */
  only_merchants: string[] | null
  /** Kinds of shops that the owner does not let it pay; null for none. */
  stopped_shops: ShopKind[] | null
  /** When gambling, which is among them, is let through again; null for never. */
  gambling_from: Date | null
  /** Each purchase that is approved freezes it. */
  is_single_use: boolean
  /** Below what its owner hears that it runs low; USD minor units, null for never. */
  low_balance_minor: bigint | null
  /** When the owner last set the PIN of a physical card, which only the issuer knows. */
  pin_set_at: Date | null
  /** What was promised with it; USDT minor units a year. */
  annual_fee_minor: bigint
  /** Since when its years count for that; null for the day it was opened. */
  years_from: Date | null
  created_at: Date
}

/** Where a card can be stopped from paying. */
export type CardStop = 'online' | 'contactless' | 'atm' | 'abroad'

/** A row of `merchant_caps`: what a merchant may take within thirty days; USD minor units. */
export interface MerchantCapTable {
  card_id: string
  merchant: string
  cap_minor: bigint
}

/** A row of `card_uses`: what one fact of a purchase counts against the limits; USD minor units. */
interface CardUseTable {
  card_id: string
  fact_id: string
  amount_minor: bigint
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
  /** Since when the issuer has not said what became of it, though it was asked. */
  unanswered_since: Date | null
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

/** The row of `issuer_log`. */
interface IssuerLogTable {
  is_only: Generated<boolean>
  told_to: Date
}

/** A row of `recharges`; amount in USD minor units, fee in USDT minor units. */
interface RechargeTable {
  id: string
  user_id: string
  card_id: string
  amount_minor: bigint
  fee_minor: bigint
  transfer_id: string
  created_at: Date
  /** What an automatic one was caused by. */
  auto_cause: Generated<string | null>
}

/** A row of `auto_recharges`; amounts in USD minor units. */
export interface AutoRechargeTable {
  card_id: string
  user_id: string
  is_on: boolean
  threshold_minor: bigint
  by: 'amount' | 'upTo'
  amount_minor: bigint
  day_max_minor: bigint
  month_max_minor: bigint
  paused_by: 'wallet' | 'cap' | null
  updated_at: Date
}

/** A row of `card_views`. */
interface CardViewTable {
  id: string
  card_id: string
  user_id: string
  device: string
  created_at: Date
}

/** A row of `card_arrivals`; `amount_minor` in the minor units of `currency`. */
export interface CardArrivalTable {
  message_id: string
  user_id: string
  card_id: string
  currency: Coin
  amount_minor: bigint
  bill_id: string
  confirmed_at: Date | null
}

/** A row of `annual_fees`; amount in USDT minor units. */
export interface AnnualFeeTable {
  card_id: string
  year: number
  amount_minor: bigint
  due_at: Date
  told_at: Date
  next_at: Date
  charged_at: Date | null
  paid_from: 'card' | 'wallet' | null
  transfer_id: string | null
}

/** A row of `card_renewals`. */
export interface CardRenewalTable {
  id: string
  card_id: string
  state: Generated<'planned' | 'unwanted' | 'asked' | 'mailed' | 'renewed' | 'refused' | 'dropped'>
  told_at: Generated<Date>
  renew_at: Date
  asked_at: Date | null
  ended_at: Date | null
  /** The newest word on the order of its new plastic. */
  order_version: Generated<number>
  parcel: 'shipped' | 'delivered' | 'returned' | null
  parcel_at: Date | null
  carrier: string | null
  tracking_number: string | null
}

/** A row of `card_kinds_off`. */
interface CardKindOffTable {
  card_type_id: string
  set_by: string
  created_at: Generated<Date>
}

type FlagColumn = keyof CardFlags | 'is_single_use'

export interface CardTables extends ApplicationTables, ChallengeTables {
  budgets: BudgetTable
  card_orders: CardOrderTable
  cards: Omit<CardTable, FlagColumn> & { [flag in FlagColumn]: Generated<boolean> }
  card_uses: CardUseTable
  merchant_caps: MerchantCapTable
  card_kinds_off: CardKindOffTable
  annual_fees: AnnualFeeTable
  card_renewals: CardRenewalTable
  purchases: PurchaseTable
  issuer_events: IssuerEventTable
  issuer_log: IssuerLogTable
  recharges: RechargeTable
  auto_recharges: AutoRechargeTable
  card_views: CardViewTable
  card_arrivals: CardArrivalTable
}
