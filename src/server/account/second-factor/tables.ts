import type { Generated, Selectable } from 'kysely'

/** A row of `second_factors`. */
export interface SecondFactorRow {
  user_id: string
  secret: Buffer
  started_at: Generated<Date>
  confirmed_at: Date | null
  last_step: bigint | null
  undo_hash: Generated<string | null>
  undo_until: Generated<Date | null>
}

/** A row of `recovery_codes`. */
export interface RecoveryCodeRow {
  user_id: string
  code_hash: string
  used_at: Date | null
}

/** A row of `second_factor_removals`. */
export interface SecondFactorRemovalRow {
  id: string
  user_id: string
  state: Generated<'waiting' | 'undone' | 'done'>
  asked_at: Generated<Date>
  due_at: Date
  ended_at: Date | null
}

/** A removal as it is read. */
export type SecondFactorRemoval = Selectable<SecondFactorRemovalRow>

export interface SecondFactorTables {
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  second_factor_removals: SecondFactorRemovalRow
}
