import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { DelayHours } from '../../contract/delay.ts'

/** A row of `users`. */
export interface UserRow {
  id: string
  email: string
  /** Null: registered with Telegram, no login password yet. */
  password_hash: string | null
  nickname: string | null
  lang: 'zh' | 'en'
  currency: string
  timezone: string
  /** True when they chose it: else it is where they signed up. */
  is_timezone_fixed: boolean
  is_balance_hidden: boolean
  /** Null: as the phone has it. */
  appearance: 'light' | 'dark' | null
  pin_hash: string | null
  refer_code: string
  referred_by_id: string | null
  telegram_id: bigint | null
  telegram_name: string | null
  /** Null too for those who bound it before this was kept. */
  telegram_bound_at: Date | null
  hold_until: Date | null
  /** What they chose last, in force unless a shorter wait is by now: `delayOf` tells. */
  delay_hours: DelayHours
  shorter_delay_hours: DelayHours | null
  shorter_delay_at: Date | null
  created_at: Date
  /** What they want to read in our letters, sealed; null when they chose none. */
  phrase: Buffer | null
  /** When the account was deleted. From then on everything personal is null, the address and the code included. */
  deleted_at: Date | null
}

/** A row of `deletions`. */
export interface DeletionRow {
  id: string
  user_id: string
  state: Generated<'waiting' | 'undone' | 'stopped' | 'done'>
  reason: string | null
  asked_at: Generated<Date>
  due_at: Date
  /** What stopped it: obstacles of the contract. */
  obstacles: JSONColumnType<Record<string, unknown>[]> | null
  ended_at: Date | null
}

/** A deletion as it is read. */
export type Deletion = Selectable<DeletionRow>

/** A row of `deletion_waivers`. */
export interface DeletionWaiverRow {
  deletion_id: string
  currency: string
  amount_minor: bigint
  hold_id: string
  bill_id: string
}

/** A row of `freezes`. */
export interface FreezeRow {
  id: string
  user_id: string
  frozen_by: 'customer' | 'operator' | 'loss'
  frozen_at: Generated<Date>
  lifted_at: Date | null
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
  method: Generated<string>
  device: string
  device_hash: string | null
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
  /** A keyed digest of the device that asked for it, or the network. */
  asker: Generated<string>
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

/** A row of `known_devices`. */
export interface KnownDeviceRow {
  user_id: string
  device_hash: string
  seen_at: Date
  /** When a code of the second factor was last given there. */
  proved_at: Generated<Date | null>
}

/** A row of `email_changes`. */
export interface EmailChangeRow {
  number: Generated<bigint>
  user_id: string
  old_email: string
  new_email: string
  token_hash: string
  changed_at: Date
  undo_until: Date
  ended_at: Date | null
}

/** A row of `passkeys`. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** `telegram`: a token in Telegram's biometric storage, which confirms payments alone. */
  kind: 'passkey' | 'telegram'
  /** The authenticator's name for it, in base64url; of a token its hash. */
  credential_id: string
  /** COSE; null of a token. */
  public_key: Buffer | null
  counter: bigint
  transports: string[]
  is_synced: boolean
  name: string | null
  device: string
  /** The device that a token was made on. */
  device_hash: string | null
  /** Under which fund PIN it stands for it: `paysUnder` of its hash. Null: under none. */
  pays_under: string | null
  created_at: Date
  used_at: Date | null
}

/** A row of `pin_passes`. */
export interface PinPassRow {
  hash: string
  user_id: string
  session_id: string
  pays_under: string
  used_for: string | null
  expires_at: Date
}

/** A row of `used_challenges`. */
export interface UsedChallengeRow {
  hash: string
  expires_at: Date
}

export interface AccountTables {
  users: Omit<UserRow, 'delay_hours'> & { delay_hours: Generated<DelayHours> }
  deletions: DeletionRow
  deletion_waivers: DeletionWaiverRow
  freezes: FreezeRow
  sessions: SessionRow
  spent_tokens: SpentTokenRow
  email_codes: EmailCodeRow
  attempts: AttemptRow
  sign_ins: SignInRow
  telegram_unbinds: TelegramUnbindRow
  telegram_launches: TelegramLaunchRow
  known_devices: KnownDeviceRow
  email_changes: EmailChangeRow
  passkeys: PasskeyRow
  used_challenges: UsedChallengeRow
  pin_passes: PinPassRow
}
