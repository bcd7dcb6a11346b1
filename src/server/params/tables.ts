import type { Generated } from 'kysely'

/** A row of `agreement_acceptances`. */
interface AcceptanceTable {
  user_id: string
  key: string
  version: string
  accepted_at: Generated<Date>
}

/** A row of `incidents`; the one without an end is shown. */
interface IncidentTable {
  id: string
  zh: string
  en: string
  set_by: string
  created_at: Generated<Date>
  ended_at: Date | null
}

/** What operators can turn on and off. */
export type SwitchName = 'tab.inviteEnable'

/** A row of `switches`. */
export interface SwitchTable {
  name: SwitchName
  is_on: boolean
  set_by: string
  set_at: Generated<Date>
}

export interface ParamTables {
  switches: SwitchTable
  agreement_acceptances: AcceptanceTable
  incidents: IncidentTable
}
