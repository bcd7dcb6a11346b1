import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, areaCode, country, email, id, instant, line, list, paged, phone } from './field.ts'

export const selectCountry = call({
  path: '/api/common/address/selectCountry',
  who: 'anyone',
  promise: 'The countries we know (specification section 3), with names in both languages and phone codes.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      name: z.string(),
      nameZh: z.string(),
      code: country,
      flag: z.string(),
      phoneCode: areaCode,
    }),
  ),
})

/** A part of a country: province, state, city, district. */
const area = z.strictObject({ code: z.string(), name: z.string(), nameZh: z.string() })

export const findArea = call({
  path: '/api/common/address/findArea',
  who: 'anyone',
  takesQuery: true,
  promise:
    'The first-level areas of a country (ISO 3166-2); empty when it has none that matter for the post.',
  input: z.strictObject({ country }),
  output: z.array(area),
})

const names = [z.string(), z.string(), z.string()] as const

export const chinaArea = call({
  path: '/api/common/address/chinaArea',
  method: 'GET',
  who: 'anyone',
  keptSeconds: 24 * 60 * 60,
  promise:
    'Provinces, cities and districts of mainland China, each as `[code, name, name in Latin letters, its parts]`.',
  input: z.strictObject({}),
  output: z.array(z.tuple([...names, z.array(z.tuple([...names, z.array(z.tuple(names))]))])),
})

const addressPart = z.enum(['state', 'city', 'address', 'zipCode'])

export const addressRules = call({
  path: '/api/common/address/rules',
  who: 'anyone',
  promise: 'What an address in a country is made of, in the order of its form.',
  input: z.strictObject({ country }),
  output: z.strictObject({
    parts: z.array(addressPart),
    required: z.array(addressPart),
    /** What its states and postal codes are called; null for the plain word. */
    stateKind: z.nullable(z.string()),
    zipKind: z.nullable(z.string()),
    /** True when the state is one of `findArea`. */
    hasAreas: z.boolean(),
    /** A regular expression for the whole postal code, in capitals; null when any will do. */
    zipPattern: z.nullable(z.string()),
    zipExample: z.nullable(z.string()),
    /** Carriers there read Latin letters only. */
    isLatin: z.boolean(),
    /** The carrier delivers to P.O. boxes. */
    takesBoxes: z.boolean(),
  }),
})

export const getMailingCost = call({
  path: '/api/common/address/getMailingCost',
  who: 'anyone',
  promise:
    'What it costs to mail a card to a country, in USDT, and how long it takes; null where we do not mail.',
  input: z.strictObject({ country }),
  output: z.nullable(
    z.strictObject({ cost: amount, days: z.tuple([z.int(), z.int()]), carrier: z.string() }),
  ),
})

/** A part of an address that not every country has. */
const part = z
  .string('text')
  .check(z.trim(), z.maxLength(100, 'tooLong'), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'text'))

/**
 * A mailing address; which of its parts a country needs is told by `addressRules`. In mainland China the city is that
 * of `chinaArea` and its district, with a blank between them.
 */
const fields = {
  country,
  state: part,
  city: part,
  address: line,
  zipCode: z.string('zipCode').check(z.trim(), z.regex(/^[A-Za-z0-9 -]{0,12}$/, 'zipCode')),
  recipient: line,
  email,
  areaCode,
  phone,
  isDefault: z.boolean(),
}
/** The id of an address; the specification calls it `_id`. */
const addressId = { _id: z.uuid('id') }

/** A mailing address as it travels. */
const mailingAddress = z.strictObject({
  ...addressId,
  ...fields,
  /** As it is written on an envelope, one line per element: name, street, place, country. */
  lines: z.array(z.string()),
  createTime: instant,
})
/** A mailing address as it travels. */
export type MailingAddress = z.output<typeof mailingAddress>

export const saveAddress = call({
  path: '/api/customer/address/saveAddress',
  promise:
    'Saves a mailing address, at most 20; the first is the default one. The same one again is not saved twice.',
  input: z.strictObject(fields),
  output: mailingAddress,
  refuses: ['address_failed', 'limit_exceeded'],
})
/** A mailing address, and the applications for a physical card that are under way to it. */
const listedAddress = z.strictObject({
  ...mailingAddress.shape,
  /** What is paid for keeps the address; what is not needs another one when this is deleted. */
  usedBy: z.array(z.strictObject({ id, isPaid: z.boolean() })),
})
/** A mailing address as it stands in the list. */
export type ListedAddress = z.output<typeof listedAddress>

export const addresses = call({
  path: '/api/customer/address/list/{pageSize}/{page}',
  promise: 'Mailing addresses of the caller, the default one first, with the applications that use them.',
  input: z.strictObject({ ...paged() }),
  output: list(listedAddress),
})
export const updateAddress = call({
  path: '/api/customer/address/updateAddress',
  promise:
    'Changes an address; the default one stays it until another is made it. What is paid for keeps the address it was paid with.',
  input: z.strictObject({ ...addressId, ...fields }),
  output: mailingAddress,
  refuses: ['modify_failed'],
})
export const deleteAddress = call({
  path: '/api/customer/address/deleteAddress',
  promise: 'Removes an address; if it was the default one, the newest becomes it.',
  input: z.strictObject(addressId),
  output: z.null(),
})
