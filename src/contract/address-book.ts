import * as z from 'zod/mini'
import { typedSecondCode } from './account.ts'
import { call } from './call.ts'
import { code, id, instant, line, pin } from './field.ts'
import { byPin, bySecondFactor } from './refusal.ts'
import { network, typedAddress } from './withdrawal.ts'

/** A withdrawal address that its customer has saved. */
export const savedAddress = z.strictObject({
  id,
  chain: z.string(),
  /** As the network writes it, with its checksum. */
  address: z.string(),
  label: z.string(),
  /** From when on money may go there. */
  usableTime: instant,
  /** Seconds until then when this was told, since a phone's clock may be wrong; 0 once it may be used. */
  leftSeconds: z.int(),
  isUsable: z.boolean(),
  lastUseTime: z.nullable(instant),
  createTime: instant,
})
/** A saved address as it travels. */
export type SavedAddress = z.output<typeof savedAddress>

/** What is wrong with an address. `look_alike` can be confirmed, the others cannot. */
export const addressProblem = z.enum([
  /** Not an address of any kind we know. */
  'format',
  /** Mixed case that does not fit: mistyped, or changed on the way. */
  'checksum',
  /** An address of another network. */
  'other_network',
  /** One of our own deposit addresses. */
  'ours',
  /** Nobody has it, or nothing comes back from it: the zero address, a burn address, a token's contract. */
  'nobody',
  /** Begins and ends like an address this customer knows, and is another. */
  'look_alike',
  /** Not in the address book. */
  'unsaved',
])
/** What is wrong with an address. */
export type AddressProblem = z.output<typeof addressProblem>

export const addressBook = call({
  path: '/api/customer/addressBook/list',
  promise: 'Withdrawal addresses the caller has saved, those used last first.',
  input: z.strictObject({ chain: z.optional(network) }),
  output: z.array(savedAddress),
})

export const checkAddress = call({
  path: '/api/customer/addressBook/check',
  promise:
    'What an address is before it is saved: its checked form, what is wrong with it, and whether it is known.',
  input: z.strictObject({ chain: network, address: typedAddress }),
  output: z.strictObject({
    address: z.string(),
    problem: z.nullable(addressProblem),
    /** With `other_network`: which one it looks like. */
    looksLike: z.nullable(z.string()),
    /** With `look_alike`: the address it resembles. */
    resembles: z.nullable(z.strictObject({ address: z.string(), label: z.string() })),
    saved: z.nullable(savedAddress),
  }),
  refuses: ['currency_unsupported'],
})

export const saveToAddressBook = call({
  path: '/api/customer/addressBook/save',
  promise:
    'Saves a withdrawal address; it may be used after 24 hours. The code is one that was mailed for `transferOut`; who has a second factor is asked for it, too.',
  input: z.strictObject({
    chain: network,
    address: typedAddress,
    label: line,
    /** The caller has seen which address it resembles and means this one. */
    isMeant: z.optional(z.boolean()),
    code,
    pin,
    secondCode: z.optional(typedSecondCode),
  }),
  output: savedAddress,
  refuses: [
    ...byPin,
    ...bySecondFactor,
    'code_incorrect',
    'code_wait',
    'currency_unsupported',
    'address_not_allowed',
    'limit_exceeded',
  ],
})

export const renameInAddressBook = call({
  path: '/api/customer/addressBook/rename',
  promise:
    'Gives a saved address another name. It may be used as before and waits no longer for it; withdrawals that were asked for keep the name they had.',
  input: z.strictObject({ id, label: line, pin }),
  output: savedAddress,
  refuses: byPin,
})

export const removeFromAddressBook = call({
  path: '/api/customer/addressBook/delete',
  promise: 'Removes a saved address; saved again, it waits again.',
  input: z.strictObject({ id }),
  output: z.null(),
})
