import type { GeneratedAlways, JSONColumnType } from 'kysely'

/** A row of `audits`. */
interface AuditTable {
  id: string
  operator: string
  verb: string
  subject: string
  /** With `words`, a salted hash, where the operator wrote something: it stands in `audit_notes` until it is forgotten. */
  detail: JSONColumnType<Record<string, unknown>>
  created_at: Date
  /** Written by the database: rows are numbered without gaps, and each carries the hash of the one before. */
  number: GeneratedAlways<bigint>
  previous_hash: GeneratedAlways<Buffer>
  hash: GeneratedAlways<Buffer>
}

/** A row of `told_audits`: the audit with what was written to it in its place. */
type ToldAudit = Omit<AuditTable, 'previous_hash' | 'hash'>

export interface AuditTables {
  audits: AuditTable
  told_audits: ToldAudit
}
