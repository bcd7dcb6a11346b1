import type { Generated, JSONColumnType } from 'kysely'

/** A row of `jobs`. */
interface JobTable {
  id: string
  kind: string
  key: string | null
  payload: JSONColumnType<Record<string, unknown>>
  run_at: Date
  /** When that was set, by the same clock. */
  asked_at: Generated<Date>
  attempts: number
  last_error: string | null
  is_dead: boolean
}

/** A row of `schedules`. */
interface ScheduleTable {
  name: string
  next_at: Date
}

export interface JobTables {
  jobs: JobTable
  schedules: ScheduleTable
}
