import * as z from 'zod/mini'
import { typedPassword, typedPin, userInfo } from './account.ts'
import { call } from './call.ts'
import { code, phrase } from './field.ts'
import { byPin } from './refusal.ts'

export const updatePhrase = call({
  path: '/api/customer/customerUser/updatePhrase',
  promise:
    'Sets the phrase that every letter and Telegram message of ours to the caller shows from then on, or with null none. It is never told again elsewhere; not the fund PIN (modify_failed).',
  input: z.strictObject({ phrase: z.nullable(phrase), pin: typedPin }),
  output: userInfo,
  refuses: [...byPin, 'modify_failed'],
})

export const freezeAccount = call({
  path: '/api/customer/customerUser/freeze',
  promise:
    'Stops the money of the caller at once: every decision about it answers account_frozen, purchases are declined, card numbers are not shown, withdrawals that are not signed wait. Ends the other sessions. What arrives is still credited. Done before, it changes nothing.',
  input: z.strictObject({}),
  output: userInfo,
})

export const unfreezeAccount = call({
  path: '/api/customer/customerUser/unfreeze',
  promise:
    'Lifts the freeze of the caller, proved by a code of type unfreeze, the fund PIN and the login password, each where there is one; pauses withdrawals for 24 hours. What an operator has frozen stays so: account_frozen with by operator.',
  input: z.strictObject({
    code,
    pin: z.optional(typedPin),
    password: z.optional(typedPassword),
  }),
  output: userInfo,
  refuses: ['code_incorrect', 'code_wait', 'credentials_wrong', 'pin_incorrect', 'pin_locked'],
})
