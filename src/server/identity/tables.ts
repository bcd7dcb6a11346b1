import type { Generated, JSONColumnType } from 'kysely'
import type { VerdictReason } from './verdicts.ts'

/** The profile as stored: the contract's `profile`. */
export interface Profile {
  firstName: string
  lastName: string
  country: string
  state: string
  city: string
  address: string
  postalCode: string
  areaCode: string
  phone: string
  birthday?: string | undefined
}

/** A row of `applicants`. */
export interface ApplicantTable {
  id: string
  user_id: string
  status: 'draft' | 'pending' | 'reject' | 'need_more' | 'approved' | 'expired' | 'replaced'
  /** One of `verdictReasons`. */
  reason: VerdictReason | null
  /** What the operator adds to the reason, as they wrote it. */
  note: Generated<string | null>
  profile: JSONColumnType<Profile>
  doc_type: 'idCard' | 'passport' | null
  submitted_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  created_at: Date
  /** Keyed, of issuer and number of the document; null when it was not read. */
  number_digest: Generated<string | null>
  expires_on: Generated<string | null>
  warned_on: Generated<string | null>
}

/** A row of `documents`. */
interface DocumentTable {
  path: string
  user_id: string
  applicant_id: string | null
  side: 'front' | 'back' | 'hold' | null
  doc_type: string | null
  content: Buffer
  width: number
  height: number
  created_at: Date
  looks: Generated<string[]>
  reading: Generated<Buffer | null>
  claimed_at: Generated<Date | null>
  read_at: Generated<Date | null>
  number_digest: Generated<string | null>
  expires_on: Generated<string | null>
}

/** A row of `handoffs`. */
interface HandoffTable {
  id: string
  user_id: string
  applicant_id: string
  doc_type: 'idCard' | 'passport'
  token_hash: string
  pass_hash: string | null
  device: string | null
  expires_at: Date
  ended_at: Date | null
  created_at: Generated<Date>
}

export interface IdentityTables {
  applicants: ApplicantTable
  handoffs: HandoffTable
  documents: DocumentTable
}
