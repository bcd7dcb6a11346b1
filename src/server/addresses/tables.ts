import type { Generated, Selectable } from 'kysely'

/** A row of `mailing_addresses`. */
interface MailingAddressTable {
  id: string
  user_id: string
  country: string
  state: string
  city: string
  address: string
  zip_code: string
  recipient: string
  email: string
  area_code: string
  phone: string
  is_default: boolean
  created_at: Generated<Date>
}
/** A mailing address as it is kept. */
export type MailingAddressRow = Selectable<MailingAddressTable>

/** The tables of this noun. */
export interface AddressTables {
  mailing_addresses: MailingAddressTable
}
