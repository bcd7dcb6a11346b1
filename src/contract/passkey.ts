import * as z from 'zod/mini'
import { signedIn, typedPin, typedSecondCode } from './account.ts'
import { call } from './call.ts'
import { deviceKey, id, instant, lineOf } from './field.ts'
import { pass } from './pass.ts'
import { byPin, bySecondFactor } from './refusal.ts'

/** Bytes in base64url, as browsers and authenticators say them. */
function bytes(max: number) {
  return z
    .string('passkey')
    .check(z.minLength(1, 'passkey'), z.maxLength(max, 'passkey'), z.regex(/^[\w-]+$/, 'passkey'))
}

/** What a browser made when it was asked for a new passkey. */
export const attestation = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4096),
  attestationObject: bytes(16_384),
  transports: z
    .array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'passkey')))
    .check(z.maxLength(10, 'passkey')),
})

/** What a browser signed with a passkey. */
export const assertion = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4096),
  authenticatorData: bytes(4096),
  signature: bytes(2048),
  userHandle: z.optional(bytes(128)),
})

/** A passkey as its customer sees it. */
export const passkey = z.strictObject({
  id,
  /** `telegram`: what Telegram keeps on a phone behind its owner's finger or face; it confirms payments alone. */
  kind: z.enum(['passkey', 'telegram']),
  /** What its customer calls it; null while it goes by the device it was made on. */
  name: z.nullable(z.string()),
  /** Browser and system in a few words. */
  device: z.string(),
  createTime: instant,
  /** When it was used last; null when never. */
  lastTime: z.nullable(instant),
  /** Kept by an account of the phone's maker, and so on its owner's other devices, too. */
  synced: z.boolean(),
  /** Stands for the fund PIN where something is paid. */
  pays: z.boolean(),
})
/** A passkey as its customer sees it. */
export type Passkey = z.output<typeof passkey>

/** What a passkey is asked with: random, good once. */
const challenge = z.string()

export const loginAsk = call({
  path: '/api/common/passkey/ask',
  who: 'anyone',
  promise:
    'What a browser needs to ask for a passkey of ours, whoever they are: a challenge, good for five minutes and one log-in, and for whom the passkey must be. Tells nothing of any customer.',
  input: z.strictObject({}),
  output: z.strictObject({ challenge, rpId: z.string() }),
})

export const loginBy = call({
  path: '/api/common/passkey/login',
  who: 'anyone',
  promise:
    'Signs in with a passkey whose owner was verified by their device (fingerprint, face, screen lock). Unknown, removed, used and late are answered alike.',
  input: z.strictObject({ assertion, deviceKey: z.optional(deviceKey) }),
  output: signedIn,
  refuses: ['passkey_refused', 'login_failed'],
})

export const passkeys = call({
  path: '/api/customer/passkey/list',
  promise: 'Passkeys of the caller, and what Telegram keeps for them on phones, oldest first; ten at most.',
  input: z.strictObject({}),
  output: z.array(passkey),
})

export const addAsk = call({
  path: '/api/customer/passkey/addAsk',
  promise:
    'What a browser needs to make a passkey for the caller, proved by the fund PIN: a challenge, good for five minutes, for one passkey and in this session, while login password and fund PIN stay as they are. Who has a second factor is asked for it once the PIN is right. With ten there is room for no more (limit_exceeded).',
  input: z.strictObject({ pin: typedPin, secondCode: z.optional(typedSecondCode) }),
  output: z.strictObject({
    challenge,
    rpId: z.string(),
    userHandle: z.string(),
    userName: z.string(),
    /** Those that are there already: a device needs no second one. */
    known: z.array(z.string()),
  }),
  refuses: [...byPin, ...bySecondFactor, 'limit_exceeded'],
})

export const add = call({
  path: '/api/customer/passkey/add',
  promise:
    'Keeps the passkey that was made for `addAsk`, which signs the caller in from then on; pauses withdrawals for 24 hours. Sent again, it answers the same and changes nothing.',
  input: z.strictObject({ attestation }),
  output: passkey,
  refuses: ['passkey_refused', 'limit_exceeded'],
})

export const rename = call({
  path: '/api/customer/passkey/rename',
  promise: 'Gives a passkey of the caller another name.',
  input: z.strictObject({ id, name: lineOf(40) }),
  output: passkey,
})

export const remove = call({
  path: '/api/customer/passkey/remove',
  promise:
    'Removes a passkey of the caller, without the fund PIN: what is safer takes none. Ends the other sessions that passkeys have opened, unless it is what Telegram keeps, and pauses withdrawals for 24 hours. Answers those that are left.',
  input: z.strictObject({ id }),
  output: z.array(passkey),
})

export const pays = call({
  path: '/api/customer/passkey/pays',
  promise:
    'Has a passkey of the caller stand for the fund PIN where something is paid or the full card is shown, proved by the PIN; pauses withdrawals for 24 hours. Or no longer, which takes none. Another PIN ends it for all.',
  input: z.strictObject({ id, pays: z.boolean(), pin: z.optional(typedPin) }),
  output: passkey,
  refuses: byPin,
})

export const payAsk = call({
  path: '/api/customer/passkey/payAsk',
  promise:
    'What a browser needs to have one of these passkeys of the caller confirm a payment: a challenge, good for 60 seconds and one pass, and by which names authenticators know those of them that may.',
  input: z.strictObject({ ids: z.array(id).check(z.maxLength(10, 'id')) }),
  output: z.strictObject({ challenge, rpId: z.string(), only: z.array(z.string()) }),
  refuses: ['pin_unset', 'pin_locked'],
})

export const payBy = call({
  path: '/api/customer/passkey/payBy',
  promise:
    'A pass for what a passkey has signed: good for 60 seconds, in this session, in place of the fund PIN, for one decision. It ends no count of wrong PINs, and is none while the PIN is locked.',
  input: z.strictObject({ assertion }),
  output: z.strictObject({ pass }),
  refuses: ['pin_unset', 'pin_locked', 'passkey_refused'],
})

/** What Telegram's biometric storage keeps: random. */
const token = z.string('passkey').check(z.regex(/^[\w-]{43}$/, 'passkey'))

export const biometricsAdd = call({
  path: '/api/customer/passkey/biometricsAdd',
  promise:
    'A token for the biometric storage of Telegram on a phone, proved by the fund PIN: with it that phone confirms payments in place of the PIN, until that is another. Replaces one that was made on this device; pauses withdrawals for 24 hours.',
  input: z.strictObject({ pin: typedPin, deviceKey }),
  output: z.strictObject({ passkey, token }),
  refuses: [...byPin, 'passkey_refused', 'limit_exceeded'],
})

export const biometricsPass = call({
  path: '/api/customer/passkey/biometricsPass',
  promise: 'A pass as `payBy` gives it, for a token that Telegram has shown on the device it was made on.',
  input: z.strictObject({ token, deviceKey }),
  output: z.strictObject({ pass }),
  refuses: ['pin_unset', 'pin_locked', 'passkey_refused'],
})
