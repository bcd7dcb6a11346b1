import type * as z from 'zod/mini'
import { type finding, findingKind } from '../../contract/identity.ts'
import type { DocType, Side } from './applicants.ts'
import { isSameName } from './names.ts'
import nationalities from './nationalities.json' with { type: 'json' }
import { isAdult } from './profile.ts'
import type { Reading } from './reading/read.ts'
import type { Profile } from './tables.ts'

/** Something noticed that the customer may know. */
type CustomerFinding = z.output<typeof finding>
/** Something noticed on a picture. What is not the customer's to know is for the operator alone. */
export interface Finding {
  side: Side
  what: CustomerFinding['what'] | 'country_differs' | 'number_used' | 'name_unsure' | 'zone_missing'
}

/** A picture in its place with what is known of it. */
export interface SeenPicture {
  side: Side
  looks: readonly string[]
  isRead: boolean
  reading: Reading | null
  /** The same document is in the verification of another customer. */
  isNumberUsed: boolean
}

/** Everything noticed on the pictures of a verification, compared with its profile on the day `today`. */
export function findingsOf(
  pictures: readonly SeenPicture[],
  { profile, docType, today }: { profile: Profile; docType: DocType | null; today: string },
): Finding[] {
  const ofPicture = ({ side, looks, reading, isNumberUsed }: SeenPicture): Finding[] => {
    const seen = findingKind.options.filter(kind => looks.includes(kind))
    const read = reading ? differences(reading, { profile, docType, today }) : []
    return [...seen, ...read, ...(isNumberUsed ? (['number_used'] as const) : [])].map(what => ({
      side,
      what,
    }))
  }
  return [...pictures.flatMap(ofPicture), ...unread(pictures, docType)]
}

/** Without what only operators know. */
export function forCustomer(findings: readonly Finding[]): CustomerFinding[] {
  const known: readonly string[] = findingKind.options
  return findings.filter((one): one is CustomerFinding => known.includes(one.what))
}

function differences(
  reading: Reading,
  { profile, docType, today }: { profile: Profile; docType: DocType | null; today: string },
): Finding['what'][] {
  const found: Finding['what'][] = []
  const isPassport = reading.format === 'passport'
  if (reading.isCutOff) found.push('cut_off')
  if (docType && isPassport !== (docType === 'passport')) found.push('type_differs')
  if (!isSameName(profile, reading, reading.format)) {
    found.push(reading.isNameSure ? 'name_differs' : 'name_unsure')
  }
  if (profile.birthday && profile.birthday !== reading.birthday) found.push('birthday_differs')
  if (isExpired(reading, today)) found.push('expired')
  if (!isAdult(reading.birthday, new Date(`${today}T00:00:00Z`))) found.push('under_age')
  const countries = [reading.issuer, reading.nationality].map(
    code => (nationalities as Record<string, string>)[code],
  )
  if (!countries.includes(profile.country)) found.push('country_differs')
  return found
}

/** A document is valid through its last day. */
function isExpired({ expiresOn }: Reading, today: string): boolean {
  return expiresOn < today
}

/** Every passport has a zone on its page. Not every card has one: its customer can do nothing about that. */
function unread(pictures: readonly SeenPicture[], docType: DocType | null): Finding[] {
  const looked = pictures.filter(({ side, isRead }) => side !== 'hold' && isRead)
  if (looked.length === 0 || looked.some(({ reading }) => reading !== null)) return []
  if (docType === 'passport') return [{ side: 'front', what: 'lines_unread' }]
  return looked.some(({ side }) => side === 'back') ? [{ side: 'back', what: 'zone_missing' }] : []
}
