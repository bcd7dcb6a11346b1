import { linesOf } from '../../addresses/lines.ts'
import type { MailingAddressRow } from '../../addresses/tables.ts'
import { countries } from '../../params/countries.ts'

/** A mailing address as it stands on an envelope, one line per element, with its country. */
export async function mailingLabel(row: MailingAddressRow): Promise<string[]> {
  const country = countries.find(({ code }) => code === row.country)
  return await linesOf(
    { ...row, zipCode: row.zip_code },
    country ?? { name: row.country, nameZh: row.country },
  )
}
