/** A row of `users`. */
export interface UserRow {
  id: string
  email: string
  password_hash: string
  nickname: string | null
  lang: 'zh' | 'en'
  currency: string
  timezone: string
  is_balance_hidden: boolean
  pin_hash: string | null
  refer_code: string
  referred_by_id: string | null
  telegram_id: bigint | null
  telegram_name: string | null
  hold_until: Date | null
  created_at: Date
}

/** A row of `sessions`. */
export interface SessionRow {
  id: string
  user_id: string
  token_nonce: string
  token_hash: string
  previous_token_hash: string | null
  rotated_at: Date
  token_used_at: Date | null
  device: string
  ip: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

/** A row of `spent_tokens`. */
export interface SpentTokenRow {
  token_hash: string
  session_id: string
}

/** A row of `email_codes`. */
export interface EmailCodeRow {
  email: string
  purpose: string
  code_hash: string
  tries: number
  sent_at: Date
  expires_at: Date
  used_at: Date | null
}

/** A row of `attempts`. */
export interface AttemptRow {
  subject: string
  count: number
  window_ends_at: Date
}

/** A row of `sign_ins`. */
export interface SignInRow {
  id: string
  user_id: string
  method: string
  device: string
  ip: string
  is_success: boolean
  created_at: Date
}

/** A row of `telegram_unbinds`. */
export interface TelegramUnbindRow {
  id: string
  user_id: string
  created_at: Date
}

/** A row of `telegram_launches`. */
export interface TelegramLaunchRow {
  hash: string
  purpose: string
  expires_at: Date
}

export interface AccountTables {
  users: UserRow
  sessions: SessionRow
  spent_tokens: SpentTokenRow
  email_codes: EmailCodeRow
  attempts: AttemptRow
  sign_ins: SignInRow
  telegram_unbinds: TelegramUnbindRow
  telegram_launches: TelegramLaunchRow
}
