import * as z from 'zod/mini'
import { typedPassword, typedPin, typedSecondCode, userInfo } from './account.ts'
import { call } from './call.ts'
import { code, phrase } from './field.ts'
import { byPin, bySecondFactor } from './refusal.ts'
import { delayHours } from './withdrawal.ts'

export const updatePhrase = call({
  path: '/api/customer/customerUser/updatePhrase',
  promise:
    'Sets the phrase that every letter and Telegram message of ours to the caller shows from then on, or with null none. It is never told again elsewhere; not the fund PIN (modify_failed).',
  input: z.strictObject({ phrase: z.nullable(phrase), pin: typedPin }),
  output: userInfo,
  refuses: [...byPin, 'modify_failed'],
})

export const updateWithdrawalDelay = call({
  path: '/api/customer/customerUser/updateWithdrawalDelay',
  promise:
    'Has every withdrawal that the caller asks for wait so long before it is sent; those asked for keep theirs. A longer wait is in force at once, and takes a shorter one back that was on its way. A shorter one, or none, is in force once the wait of now has passed: asked for again meanwhile it waits no longer for it, and what is in force takes it back. Who has a second factor is asked for it where the wait is to be shorter. modify_failed when a secret of the account is changed at the same moment.',
  input: z.strictObject({ hours: delayHours, pin: typedPin, secondCode: z.optional(typedSecondCode) }),
  output: userInfo,
  refuses: [...byPin, ...bySecondFactor, 'modify_failed'],
})

export const keepWithdrawalDelay = call({
  path: '/api/customer/customerUser/keepWithdrawalDelay',
  promise:
    'Takes a shorter wait for withdrawals back that is not in force yet, without the fund PIN: what is safer takes none. A freeze, and all that pauses withdrawals, does the same. Done before, it changes nothing.',
  input: z.strictObject({}),
  output: userInfo,
})

export const freezeAccount = call({
  path: '/api/customer/customerUser/freeze',
  promise:
    'Stops the money of the caller at once: every decision about it answers account_frozen, purchases are declined, card numbers are not shown, withdrawals that are not signed are held until two operators have looked. Ends the other sessions. What arrives is still credited. Done before, it changes nothing.',
  input: z.strictObject({}),
  output: userInfo,
})

export const unfreezeAccount = call({
  path: '/api/customer/customerUser/unfreeze',
  promise:
    'Lifts the freeze of the caller, proved by a code of type unfreeze, the fund PIN, the login password and the second factor, each where there is one; pauses withdrawals for 24 hours. What an operator has frozen stays so: account_frozen with by operator.',
  input: z.strictObject({
    code,
    pin: z.optional(typedPin),
    password: z.optional(typedPassword),
    secondCode: z.optional(typedSecondCode),
  }),
  output: userInfo,
  refuses: [
    'code_incorrect',
    'code_wait',
    'credentials_wrong',
    'pin_incorrect',
    'pin_locked',
    ...bySecondFactor,
  ],
})
