import type { GeneratedAlways, JSONColumnType } from 'kysely'

/** A row of `jobs`. */
export interface JobTable {
  id: string
  kind: string
  key: string | null
  payload: JSONColumnType<Record<string, unknown>>
  run_at: Date
  attempts: number
  last_error: string | null
  is_dead: boolean
}

/** A row of `schedules`. */
export interface ScheduleTable {
  name: string
  next_at: Date
}

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

export interface JobTables {
  jobs: JobTable
  schedules: ScheduleTable
  audits: AuditTable
}
