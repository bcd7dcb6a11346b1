import type { Refusal } from './refusal.ts'

/** The question (`common/faq`) whose answer explains a refusal, where one does. */
export const whyOf: Partial<Record<Refusal, string>> = {
  password_locked: 'locked',
  code_incorrect: 'code',
  code_wait: 'code',
  unbind_limit: 'telegram',
  pin_incorrect: 'pin',
  pin_locked: 'pin',
  pin_unset: 'passwords',
  image_unreadable: 'verify',
  not_certified: 'verify',
  budget_failed: 'open',
  card_open_failed: 'open',
  apply_failed: 'physical',
  quote_expired: 'convert',
  rate_unavailable: 'convert',
  withdrawals_on_hold: 'withdraw',
  address_not_allowed: 'withdraw',
  card_frozen: 'frozen',
  card_closed: 'frozen',
  balance_negative: 'negative',
  account_frozen: 'panic',
}
