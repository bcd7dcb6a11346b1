import rows from './countries.json' with { type: 'json' }
import unservedRows from './unserved.json' with { type: 'json' }

/** A country or region a customer can live in. Those we may not serve are not in the list. */
export interface Country {
  name: string
  nameZh: string
  /** Two letters (ISO 3166-1). */
  code: string
  flag: string
  phoneCode: string
}

/** The countries, by their English names. */
export const countries: readonly Country[] = rows.map(row => ({ ...row, flag: flagOf(row.code) }))

/** A country whose residents we may not serve: the law forbids it, or the issuer does not open cards there. */
export interface Unserved extends Omit<Country, 'phoneCode'> {
  reason: 'sanctions' | 'issuer'
}

/** Those that people look for; a country in neither list is not served either. */
export const unserved: readonly Unserved[] = unservedRows.map(row => ({
  ...row,
  reason: row.reason as Unserved['reason'],
  flag: flagOf(row.code),
}))

const codes = new Set(countries.map(({ code }) => code))
const phoneCodes = new Set(countries.map(({ phoneCode }) => phoneCode))

/** True for a country in the list. */
export function isCountry(code: string): boolean {
  return codes.has(code)
}

/** True when some country in the list has this area code. */
export function isAreaCode(areaCode: string): boolean {
  return phoneCodes.has(areaCode)
}

function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map(letter => 0x1f1e6 + letter.charCodeAt(0) - 65))
}
