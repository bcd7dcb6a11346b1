import type { Generated } from 'kysely'

/** Why there is no reward, or none yet. */
export type RewardReason = 'off' | 'same_person' | 'same_device' | 'no_funds'

/** A row of `rewards`: an invited person who has qualified; `amount_minor` in minor units of USDT. */
export interface RewardTable {
  invitee_id: string
  referrer_id: string
  amount_minor: bigint
  status: 'waiting' | 'paid' | 'refused'
  reason: RewardReason | null
  transfer_id: string | null
  created_at: Generated<Date>
  paid_at: Date | null
}

export interface InviteTables {
  rewards: RewardTable
}
