import * as z from 'zod/mini'
import {
  referCode,
  signedIn,
  timezone,
  typedPassword,
  typedPin,
  typedSecondCode,
  userInfo,
} from './account.ts'
import { call } from './call.ts'
import { code, deviceKey, email, initData, instant, lang } from './field.ts'
import { byPin, bySecondFactor } from './refusal.ts'

export const tgLogin = call({
  path: '/api/common/customerUser/tgLogin',
  who: 'anyone',
  promise: 'Signs in the customer bound to the Telegram user of validated launch data.',
  input: z.strictObject({ initData, deviceKey: z.optional(deviceKey) }),
  output: signedIn,
  refuses: ['login_failed', 'user_missing'],
})

export const tgRegister = call({
  path: '/api/common/customerUser/tgRegister',
  who: 'anyone',
  promise:
    'Creates a customer bound to the Telegram user of validated launch data, and signs them in. The e-mail is proved by a code of type register: it is what recovers the account and its PIN. There is no login password until one is set. An invitation in the launch data counts before `referCode`.',
  input: z.strictObject({
    initData,
    email,
    code,
    referCode: z.optional(referCode),
    lang,
    timezone: z.optional(timezone),
    deviceKey: z.optional(deviceKey),
  }),
  output: signedIn,
  refuses: ['login_failed', 'email_registered', 'code_incorrect', 'code_wait'],
})

export const tgBind = call({
  path: '/api/common/customerUser/tgBind',
  who: 'anyone',
  promise:
    'Binds the Telegram user of validated launch data to the customer with this e-mail and password, and the second factor where there is one, and signs in.',
  input: z.strictObject({
    initData,
    email,
    password: typedPassword,
    secondCode: z.optional(typedSecondCode),
    deviceKey: z.optional(deviceKey),
  }),
  output: signedIn,
  refuses: ['login_failed', 'credentials_wrong', 'password_locked', ...bySecondFactor],
})

export const bindTelegram = call({
  path: '/api/customer/customerUser/tgBind',
  promise:
    'Binds the Telegram user of validated launch data to the caller, proved by login password or fund PIN, and by the second factor where there is one; pauses withdrawals for 24 hours.',
  input: z.strictObject({
    initData,
    password: z.optional(typedPassword),
    pin: z.optional(typedPin),
    secondCode: z.optional(typedSecondCode),
  }),
  output: userInfo,
  refuses: ['login_failed', 'credentials_wrong', 'password_locked', ...byPin, ...bySecondFactor],
})

export const tgUnbind = call({
  path: '/api/customer/customerUser/tgUnbind',
  promise:
    'Unbinds Telegram, proved by login password or e-mail code; twice in a calendar month (UTC), and only by a customer who has a login password. Ends all other sessions of the customer. Answers how often it may be done still.',
  input: z.strictObject({ password: z.optional(typedPassword), code: z.optional(code) }),
  output: z.strictObject({ remain: z.int(), resetAt: instant }),
  refuses: [
    'unbind_limit',
    'credentials_wrong',
    'password_locked',
    'code_incorrect',
    'code_wait',
    'modify_failed',
  ],
})
