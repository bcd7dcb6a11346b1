import { sql } from 'kysely'
import { gone, type Person, type PersonalTable, reasonOfOurs } from './personal-table.ts'

const ofCards = ({ id }: Person) => sql`card_id in (select id from cards where user_id = ${id})`

/** What cards know of a person and what they paid. Full numbers are the issuer's. */
export const cardTables: readonly PersonalTable[] = [
  { table: 'budgets', shows: ['created_at'], goes: 'nothing' },
  { table: 'cardholder_sessions', shows: ['card_type_id', 'state', 'created_at'], goes: 'nothing' },
  { table: 'activation_tickets', whose: ofCards, shows: [], goes: 'rows' },
  {
    table: 'applications',
    shows: [
      ...['id', 'card_type_id', 'status', 'emboss_name', 'country', 'postal', 'address_lines'],
      ...['making_fee_minor', 'mailing_fee_minor', 'last4', 'reason', 'carrier', 'tracking_number'],
      ...['created_at', 'ended_at'],
    ],
    currency: 'USDT',
    goes: {
      ...{ emboss_name: sql`'DELETED'`, postal: sql`'{}'`, address_lines: sql`'{}'` },
      ...{ carrier: gone, tracking_number: gone },
      reason: sql`case when reason !~ ${reasonOfOurs} then 'issuer_refused' else reason end`,
    },
  },
  {
    table: 'card_orders',
    shows: [
      ...['id', 'card_type_id', 'nickname', 'cardholder', 'open_fee_minor', 'recharge_minor'],
      ...['fee_minor', 'status'],
      ...['reason', 'created_at', 'ended_at'],
    ],
    currency: 'USDT',
    goes: { nickname: gone, cardholder: sql`'{}'` },
  },
  {
    table: 'cards',
    shows: [
      ...['id', 'card_type_id', 'last4', 'holder', 'nickname', 'phone', 'area_code', 'status'],
      ...['stops', 'countries', 'stopped_merchants', 'only_merchants', 'stopped_shops', 'gambling_from'],
      'is_single_use',
      ...['frozen_by_customer', 'frozen_by_issuer', 'is_activated', 'is_pin_blocked'],
      ...['limit_single_minor', 'limit_day_minor', 'limit_month_minor', 'low_balance_minor', 'created_at'],
    ],
    currency: 'USD',
    goes: { holder: sql`''`, nickname: gone, phone: gone, area_code: gone },
  },
  {
    table: 'purchases',
    whose: ofCards,
    shows: [
      ...['card_id', 'merchant', 'city', 'mcc', 'country', 'channel', 'asked_minor'],
      ...['fee_minor', 'cleared_minor'],
      ...['refunded_minor', 'status', 'reason', 'created_at', 'updated_at'],
    ],
    currency: 'USD',
    goes: 'nothing',
  },
  {
    table: 'auto_recharges',
    shows: ['card_id', 'is_on', 'threshold_minor', 'by', 'amount_minor', 'day_max_minor', 'month_max_minor'],
    currency: 'USD',
    goes: 'rows',
  },
  {
    table: 'annual_fees',
    whose: ofCards,
    shows: ['card_id', 'year', 'amount_minor', 'due_at', 'told_at', 'charged_at', 'paid_from'],
    currency: 'USDT',
    goes: 'nothing',
  },
  {
    table: 'merchant_caps',
    whose: ofCards,
    shows: ['card_id', 'merchant', 'cap_minor'],
    currency: 'USD',
    goes: 'rows',
  },
  {
    table: 'card_renewals',
    whose: ofCards,
    shows: [
      ...['card_id', 'state', 'told_at', 'renew_at', 'asked_at', 'ended_at'],
      ...['parcel', 'parcel_at', 'carrier', 'tracking_number'],
    ],
    goes: { carrier: gone, tracking_number: gone },
  },
  {
    table: 'card_challenges',
    whose: ofCards,
    shows: ['card_id', 'merchant', 'city', 'country', 'amount_minor', 'state', 'created_at', 'ended_at'],
    currency: 'USD',
    goes: 'nothing',
  },
  { table: 'card_uses', whose: ofCards, shows: [], goes: 'rows' },
  { table: 'card_views', shows: ['card_id', 'device', 'created_at'], goes: 'rows' },
  {
    table: 'recharges',
    shows: ['id', 'card_id', 'amount_minor', 'created_at'],
    currency: 'USD',
    goes: 'nothing',
  },
]
