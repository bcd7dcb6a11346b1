import type { AddressFields } from './addresses.ts'
import { chinaCity } from './china.ts'
import { mailingCostOf } from './mailing.ts'
import { type AddressPart, type AddressRules, areasOf, isLatinText, rulesOf } from './rules.ts'

/** What is wrong with an address, by field: the message is the key of its words. */
export type Faults = Partial<Record<keyof AddressFields, string>>

/** A P.O. box in the languages people write it in. */
const box =
  /\b(p\.?\s*o\.?\s*box|post(al)?\s+(office\s+)?box|apartado|postfach|bo[iî]te\s+postale|caixa\s+postal)\b|信箱/i

/**
 * Looks at an address by the rules of its country, which is one of our list. Gives it as it is kept — the state as
 * `findArea` names it, the postal code in capitals, nothing where the country has no such part — and what is wrong.
 */
export async function checkMailingAddress(
  typed: AddressFields,
): Promise<{ fields: AddressFields; faults: Faults }> {
  const rules = await rulesOf(typed.country)
  const given = tidied(typed, rules)
  const [state, stateFault] = await checkState(given, rules)
  const [city, cityFault] = await checkCity({ ...given, state })
  const fields = { ...given, state, city }
  const absent = rules.required.filter(part => fields[part] === '')
  const faults: Faults = {
    ...(rules.isLatin && foreign(fields)),
    ...(!rules.takesBoxes && box.test(fields.address) && { address: 'poBox' }),
    ...(hasHidden(fields.address) && { address: 'text' }),
    ...(hasHidden(fields.recipient) && { recipient: 'text' }),
    ...(isOddZip(fields.zipCode, rules) && { zipCode: 'zipCode' }),
    ...(cityFault && { city: cityFault }),
    ...(stateFault && { state: stateFault }),
    ...Object.fromEntries(absent.map(part => [part, 'required'])),
    ...(mailingCostOf(fields.country) === null && { country: 'unserved' }),
  }
  return { fields, faults }
}

function tidied(typed: AddressFields, { parts }: AddressRules): AddressFields {
  const one = (part: AddressPart) => (parts.includes(part) ? plain(typed[part]) : '')
  return {
    ...typed,
    state: one('state'),
    city: one('city'),
    address: plain(typed.address),
    zipCode: one('zipCode').toUpperCase(),
    recipient: plain(typed.recipient),
  }
}

async function checkState(
  { country, state }: AddressFields,
  { hasAreas }: AddressRules,
): Promise<[state: string, fault: string | null]> {
  if (!hasAreas || state === '') return [state, null]
  const area = (await areasOf(country)).find(({ code, name, nameZh }) => [code, name, nameZh].includes(state))
  if (!area) return [state, 'area']
  return [country === 'CN' ? area.nameZh : area.name, null]
}

async function checkCity({
  country,
  state,
  city,
}: AddressFields): Promise<[city: string, fault: string | null]> {
  if (country !== 'CN' || city === '') return [city, null]
  const found = await chinaCity(state, city)
  return found ? [found.join(' '), null] : [city, 'area']
}

/** What a carrier abroad could not read. */
function foreign(fields: AddressFields): Faults {
  const written = ['state', 'city', 'address', 'recipient'] as const
  return Object.fromEntries(written.filter(part => !isLatinText(fields[part])).map(part => [part, 'latin']))
}

function isOddZip(zipCode: string, { zipPattern }: AddressRules): boolean {
  return zipCode !== '' && zipPattern !== null && !new RegExp(`^(?:${zipPattern})$`).test(zipCode)
}

function hasHidden(text: string): boolean {
  return /\p{Cf}/u.test(text)
}

/** Keyboards add blanks, Chinese ones write digits and letters of full width. */
function plain(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()
}
