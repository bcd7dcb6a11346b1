import type { Generated } from 'kysely'

/** A row of `agreement_acceptances`. */
export interface AcceptanceTable {
  user_id: string
  key: string
  version: string
  accepted_at: Generated<Date>
}

/** A row of `incidents`; the one without an end is shown. */
export interface IncidentTable {
  id: string
  zh: string
  en: string
  set_by: string
  created_at: Generated<Date>
  ended_at: Date | null
}

export interface ParamTables {
  agreement_acceptances: AcceptanceTable
  incidents: IncidentTable
}
