import type { GeneratedAlways, JSONColumnType } from 'kysely'

/** A row of `audits`. */
export interface AuditTable {
  id: string
  operator: string
  verb: string
  subject: string
  detail: JSONColumnType<Record<string, unknown>>
  created_at: Date
  /** Written by the database: rows are numbered without gaps, and each carries the hash of the one before. */
  number: GeneratedAlways<bigint>
  previous_hash: GeneratedAlways<Buffer>
  hash: GeneratedAlways<Buffer>
}

export interface AuditTables {
  audits: AuditTable
}
