import type { Refusal } from './refusal.ts'

/**
 * The question (`common/faq`) whose answer explains a refusal, where one does: a closer one where the server told more
 * than its name.
 */
export function whyOf(key: Refusal, details: Record<string, unknown> | null = null): string | undefined {
  if (details?.keep !== undefined) return 'keep'
  // Of withdrawals alone.
  if (key === 'limit_exceeded' && (details?.which === 'day' || details?.which === 'month')) return 'withdraw'
  return explained[key]
}

/** Those that their name alone leads to. */
export const explained: Partial<Record<Refusal, string>> = {
  password_locked: 'locked',
  code_incorrect: 'code',
  code_wait: 'code',
  unbind_limit: 'telegram',
  pin_incorrect: 'pin',
  pin_locked: 'pin',
  pin_unset: 'passwords',
  pin_change_failed: 'passwords',
  kyc_missing: 'verify',
  image_unreadable: 'verify',
  not_certified: 'verify',
  budget_failed: 'open',
  card_open_failed: 'open',
  apply_failed: 'physical',
  balance_insufficient: 'hold',
  quote_expired: 'convert',
  rate_unavailable: 'convert',
  withdrawals_on_hold: 'withdraw',
  address_not_allowed: 'withdraw',
  card_frozen: 'frozen',
  card_closed: 'frozen',
  balance_negative: 'negative',
  debt_unpaid: 'negative',
  account_frozen: 'panic',
  challenge_over: 'challenge',
}
