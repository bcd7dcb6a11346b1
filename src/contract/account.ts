import * as z from 'zod/mini'
import { call } from './call.ts'
import { code, deviceKey, email, id, instant, lang, list, nickname, paged, password, pin } from './field.ts'
import { byPin, bySecondFactor } from './refusal.ts'
import { delayHours } from './withdrawal.ts'

const appearance = z.enum(['auto', 'light', 'dark'], 'appearance')

/** What the app knows of the person who is signed in (decision D3, `userInfo`). */
export const userInfo = z.strictObject({
  id,
  email,
  nickname: z.nullable(z.string()),
  /** True when an identity verification was approved and has not expired. */
  certified: z.boolean(),
  certStatus: z.enum(['none', 'draft', 'pending', 'reject', 'need_more', 'approved', 'expired']),
  /** False for those who registered with Telegram and have set no login password since. */
  passwordSet: z.boolean(),
  pinSet: z.boolean(),
  tgBound: z.boolean(),
  tgName: z.nullable(z.string()),
  /** Since when it is bound, where that is known. */
  tgBoundAt: z.optional(instant),
  /** When it last signed somebody in since. */
  tgUsedAt: z.optional(instant),
  /** How often Telegram may still be unbound in this calendar month (UTC). */
  tgUnbindRemain: z.int(),
  /** When they are counted anew. */
  tgUnbindResetAt: instant,
  referCode: z.string(),
  lang,
  /** The pricing currency, USDT by default. */
  currency: z.string(),
  timezone: z.string(),
  /** True when they chose it: the app then tells times by it, else by the phone's clock. */
  timezoneFixed: z.optional(z.boolean()),
  hideBalance: z.boolean(),
  /** Light, dark or as the phone has it. */
  appearance: z.optional(appearance),
  /** Withdrawals wait until then; null when they do not. */
  holdUntil: z.nullable(instant),
  /** The seconds left until then, while they do: a phone's clock may be wrong. */
  holdSeconds: z.optional(z.int()),
  /** How long every withdrawal waits by the customer's own choice; left out where none does. */
  delay: z.optional(
    z.strictObject({
      hours: delayHours,
      /** The shorter wait that is to be, and from when on; until then it can be taken back. */
      next: z.optional(z.strictObject({ hours: delayHours, time: instant, leftSeconds: z.int() })),
    }),
  ),
  /** The day the account is deleted, while a deletion waits for it. */
  deleteAt: z.optional(instant),
  /** Who has stopped the money of the account, while it is; only they let it go on. What the chain stops is `operator`. */
  frozenBy: z.optional(z.enum(['customer', 'operator'])),
  /** Their authenticator, where one is set up; left out where none is. */
  secondFactor: z.optional(
    z.strictObject({
      since: instant,
      /** Recovery codes that are not used. */
      recoveryLeft: z.int(),
      /** When operators take it away, because its customer has lost it; until then that can be contradicted. */
      removeAt: z.optional(instant),
    }),
  ),
  /** True when a passkey of theirs signs them in; what Telegram keeps does not. */
  passkeySet: z.optional(z.boolean()),
  /** True when letters to the customer show a phrase they chose. */
  phraseSet: z.optional(z.boolean()),
  createTime: instant,
})
/** The signed-in person as the app knows them. */
export type UserInfo = z.output<typeof userInfo>

/** A new session: `token` goes into the header X-Access-Token. */
export const signedIn = z.strictObject({ userInfo, token: z.string() })

/** What a code in an e-mail is for; a code is good for one purpose and one address only. */
export const codeType = z.enum([
  'register',
  'forget',
  'updatePassword',
  'updatePinCode',
  'deleteAccount',
  'tgUnbind',
  'transferOut',
  'updateCardPhone',
  'unfreeze',
  /** To the address that is to be given up. */
  'updateEmail',
  /** To the address that is to take its place. */
  'newEmail',
])

/** A browser's time zone: an IANA name. */
export const timezone = z
  .string('timezone')
  .check(z.maxLength(64, 'timezone'), z.regex(/^[A-Za-z0-9+_/-]+$/, 'timezone'))

/** A login password as somebody typed it: of any shape it is compared, an empty one is missing. */
export const typedPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(128, 'password'))
/** A fund PIN as somebody typed it: of any shape it is compared and may cost a try, an empty one is missing. */
export const typedPin = z.string().check(z.minLength(1, 'required'), z.maxLength(32, 'pin'))
/** A code of the authenticator, or a recovery code, as somebody typed it: of any shape it is compared and costs a try. */
export const typedSecondCode = z.string().check(z.minLength(1, 'required'), z.maxLength(32, 'secondCode'))
/** An invitation code as it was typed or came with a link; whether it is anybody's is for the call to say. */
export const referCode = z.string('referCode').check(z.maxLength(64, 'referCode'))

export const login = call({
  path: '/api/common/customerUser/login',
  who: 'anyone',
  promise:
    'Signs in with e-mail and password. Wrong e-mail and wrong password are answered alike; after too many wrong ones none is compared for 24 hours (password_locked; until, where it is the place that has guessed at many customers). Who has a second factor is asked for it (second_factor_required) but on a device where it was given within 30 days.',
  input: z.strictObject({
    email,
    password: typedPassword,
    secondCode: z.optional(typedSecondCode),
    deviceKey: z.optional(deviceKey),
  }),
  output: signedIn,
  refuses: ['credentials_wrong', 'password_locked', 'login_failed', ...bySecondFactor],
})

export const register = call({
  path: '/api/common/customerUser/register',
  who: 'anyone',
  promise:
    "Creates a customer whose e-mail is proved by a code of type register, and signs them in. A password that many use, or that is nothing but a pattern, is register_failed, with the field; an invitation code that is nobody's changes nothing.",
  input: z.strictObject({
    email,
    password,
    code,
    referCode: z.optional(referCode),
    lang,
    timezone: z.optional(timezone),
    deviceKey: z.optional(deviceKey),
  }),
  output: signedIn,
  refuses: ['email_registered', 'code_incorrect', 'code_wait', 'register_failed'],
})

export const forget = call({
  path: '/api/common/customerUser/forget',
  who: 'anyone',
  promise:
    'Sets a new password by an e-mail code (code_wait with reason guesses and until from where many wrong ones came), ends every session, unbinds Telegram (uncounted), tells whether it was bound, removes all passkeys, tells how many, and pauses withdrawals for 24 hours. Who has a second factor is asked for it once the code is right.',
  input: z.strictObject({
    email,
    password,
    code,
    secondCode: z.optional(typedSecondCode),
    deviceKey: z.optional(deviceKey),
  }),
  output: z.strictObject({ telegramUnbound: z.boolean(), passkeysRemoved: z.optional(z.int()) }),
  refuses: ['email_unregistered', 'code_incorrect', 'code_wait', 'password_change_failed', ...bySecondFactor],
})

export const sendEmail = call({
  path: '/api/common/customerUser/sendEmail',
  who: 'anyone',
  promise:
    'Sends a six-digit code by mail. It is good for ten minutes and for one use, to the device or network that asked for it and to whoever is signed in with that address; brought back later it is code_wait with reason expired. The next may be asked for at resendAt, after 60 seconds; before it is code_wait with that time.',
  input: z.strictObject({ email, type: codeType, lang, deviceKey: z.optional(deviceKey) }),
  output: z.strictObject({ resendAt: instant }),
  refuses: ['code_wait', 'email_registered', 'email_unregistered'],
})

export const updateToken = call({
  path: '/api/customer/customerUser/updateToken',
  promise: 'Replaces the token; the old one is good until the new one is first used, and ten seconds more.',
  input: z.strictObject({}),
  output: signedIn,
})

export const logout = call({
  path: '/api/customer/customerUser/logout',
  promise: 'Ends this session.',
  input: z.strictObject({}),
  output: z.null(),
})

export const getUser = call({
  path: '/api/customer/customerUser/getUser',
  promise: 'The signed-in customer as they are now.',
  input: z.strictObject({}),
  output: userInfo,
})

export const updateUserInfo = call({
  path: '/api/customer/customerUser/updateUserInfo',
  promise: 'Changes preferences; only the fields given change. An empty nickname is none.',
  input: z.strictObject({
    lang: z.optional(lang),
    currency: z.optional(z.enum(['USDT', 'USD', 'CNY', 'EUR', 'HKD'], 'currency')),
    timezone: z.optional(timezone),
    timezoneFixed: z.optional(z.boolean()),
    nickname: z.optional(nickname),
    hideBalance: z.optional(z.boolean()),
    appearance: z.optional(appearance),
  }),
  output: userInfo,
  refuses: ['modify_failed'],
})

export const updatePassword = call({
  path: '/api/customer/customerUser/updatePassword',
  promise:
    'Changes the login password by an e-mail code, and the second factor where there is one; ends the other sessions and pauses withdrawals for 24 hours.',
  input: z.strictObject({
    oldPassword: z.optional(typedPassword),
    password,
    code,
    secondCode: z.optional(typedSecondCode),
  }),
  output: z.null(),
  refuses: ['code_incorrect', 'code_wait', 'password_change_failed', 'credentials_wrong', ...bySecondFactor],
})

export const updatePinCode = call({
  path: '/api/customer/customerUser/updatePinCode',
  promise:
    'Sets the fund PIN by an e-mail code, and the second factor where there is one; not the login password again. Replacing one pauses withdrawals for 24 hours and lifts its lock.',
  input: z.strictObject({
    pin,
    code,
    oldPin: z.optional(typedPin),
    secondCode: z.optional(typedSecondCode),
  }),
  output: z.null(),
  refuses: ['code_incorrect', 'code_wait', 'pin_change_failed', 'pin_incorrect', ...bySecondFactor],
})

export const isSetPIN = call({
  path: '/api/customer/customerUser/isSetPIN',
  promise: 'Whether the caller has a fund PIN.',
  input: z.strictObject({}),
  output: z.boolean(),
})

export const checkPin = call({
  path: '/api/customer/customerUser/checkPin',
  promise:
    'Compares the fund PIN: true, or the refusal that says how many tries are left; a wrong one counts as a try everywhere.',
  input: z.strictObject({ pin: typedPin }),
  output: z.literal(true),
  refuses: byPin,
})

export const loginLog = call({
  path: '/api/customer/loginLog/{pageSize}/{page}',
  promise:
    'Sign-ins and sign-in attempts of the caller, newest first; `success` and `method` leave out what is otherwise, and `total` counts what is left.',
  input: z.strictObject({
    ...paged(),
    success: z.optional(z.boolean()),
    method: z.optional(z.enum(['password', 'register', 'telegram', 'passkey'])),
  }),
  output: list(
    z.strictObject({
      id,
      time: instant,
      device: z.string(),
      ip: z.string(),
      method: z.string(),
      success: z.boolean(),
    }),
  ),
})

export const updateEmail = call({
  path: '/api/customer/customerUser/updateEmail',
  promise:
    'Changes the e-mail address, proved by the fund PIN, a code of type updateEmail sent to the old address and one of type newEmail sent to the new one, and by the second factor where there is one. Ends the other sessions and pauses withdrawals for 24 hours; a link sent to the old address takes it back for 72 hours. Of a wrong or expired code `field` tells which.',
  input: z.strictObject({
    /** The new address. */
    email,
    /** From the old address. */
    code,
    /** From the new address. */
    newCode: code,
    pin: typedPin,
    secondCode: z.optional(typedSecondCode),
  }),
  output: userInfo,
  refuses: ['email_registered', 'code_incorrect', 'code_wait', ...byPin, ...bySecondFactor, 'modify_failed'],
})

export const undoEmail = call({
  path: '/api/common/customerUser/undoEmail',
  who: 'anyone',
  promise:
    'Gives the old e-mail address back to whoever holds the token of the letter sent there, answers that address, and closes every way in: all sessions end, Telegram is unbound, passkeys are removed, the login password is none until one is set with a code of type forget.',
  input: z.strictObject({ token: z.string('token').check(z.regex(/^[0-9a-f]{64}$/, 'token')) }),
  output: z.strictObject({ email }),
  refuses: ['modify_failed'],
})
