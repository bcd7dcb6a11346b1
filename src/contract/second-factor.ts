import * as z from 'zod/mini'
import { typedPassword, typedPin, typedSecondCode, userInfo } from './account.ts'
import { call } from './call.ts'
import { email } from './field.ts'
import { byPin } from './refusal.ts'

const byCode = ['second_factor_incorrect', 'second_factor_locked'] as const
/** Ten codes, each good once in place of one of the authenticator. They are told this once. */
const recoveryCodes = z.array(z.string())

export const beginSecondFactor = call({
  path: '/api/customer/secondFactor/begin',
  promise:
    'Makes a secret for the authenticator of the caller and tells it this once; it counts when a code has confirmed it within the hour. Asked for again before, there is another one. modify_failed with reason second_factor_on where one counts already, secrets_changed where the PIN, another secret or the address was changed at this moment; a changed PIN ends what was begun.',
  input: z.strictObject({ pin: typedPin }),
  output: z.strictObject({
    /** In base32, as it is typed into an authenticator. */
    secret: z.string(),
    /** An otpauth:// link: it opens an authenticator on the same phone, and is what its QR code says. */
    link: z.string(),
    /** Names this secret and tells nothing of it. */
    setup: z.string(),
  }),
  refuses: [...byPin, 'modify_failed'],
})

export const confirmSecondFactor = call({
  path: '/api/customer/secondFactor/confirm',
  promise:
    'Has the authenticator count from now on, by its first code; tells the recovery codes, ends the other sessions and pauses withdrawals for 24 hours. A code that is some minutes early or late is second_factor_incorrect with reason clock. modify_failed with reason second_factor_on where one counts already, with second_factor_begin where nothing was begun within the hour, or it was begun anew (setup is of another secret): both take no try.',
  input: z.strictObject({
    code: typedSecondCode,
    setup: z.optional(z.string('setup').check(z.regex(/^[0-9a-f]{32}$/, 'setup'))),
  }),
  output: z.strictObject({ userInfo, recoveryCodes }),
  refuses: [...byCode, 'modify_failed'],
})

export const dropSecondFactor = call({
  path: '/api/customer/secondFactor/drop',
  promise:
    'Takes the authenticator of the caller away with its recovery codes, proved by one of its codes or of those and the fund PIN; ends the other sessions and pauses withdrawals for 24 hours. Done before, it changes nothing.',
  input: z.strictObject({ code: typedSecondCode, pin: typedPin }),
  output: userInfo,
  refuses: [...byPin, ...byCode],
})

export const renewRecoveryCodes = call({
  path: '/api/customer/secondFactor/recoveryCodes',
  promise:
    'Makes ten recovery codes in place of those there are, proved by a code and the fund PIN. modify_failed where there is no second factor.',
  input: z.strictObject({ code: typedSecondCode, pin: typedPin }),
  output: z.strictObject({ userInfo, recoveryCodes }),
  refuses: [...byPin, ...byCode, 'modify_failed'],
})

export const keepSecondFactor = call({
  path: '/api/customer/secondFactor/keep',
  promise:
    'Contradicts operators who are about to take the second factor of the caller away, without the fund PIN: what is safer takes none. A right code does the same. Done before, it changes nothing. While operators hold the account frozen it is account_frozen: only they call it off, since a thief may have set it up.',
  input: z.strictObject({}),
  output: userInfo,
})

export const undoSecondFactor = call({
  path: '/api/common/secondFactor/undo',
  who: 'anyone',
  promise:
    'Takes away an authenticator that was turned on within 72 hours, for whoever holds the token of the letter that told of it and knows the login password, or the fund PIN where there is none: whoever turned it on cannot contradict. Answers the e-mail address and closes every way in, as undoEmail does. modify_failed of a token that is unknown, used or late.',
  input: z.strictObject({
    token: z.string('token').check(z.regex(/^[0-9a-f]{64}$/, 'token')),
    password: z.optional(typedPassword),
    pin: z.optional(typedPin),
  }),
  output: z.strictObject({ email }),
  refuses: [...byPin, 'credentials_wrong', 'password_locked', 'modify_failed'],
})
