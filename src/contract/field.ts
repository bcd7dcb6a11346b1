import * as z from 'zod/mini'
import { coins } from './money.ts'

// The rules of single fields: the noun files build their calls from them, the app's forms check with them. A rule that
// only calls have is in the file of its noun, since whatever is here travels with every form.
// The message of a check is a key: the app shows the words of `field.{message}` at the field.

const silent = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Mn}\p{Me}\p{C}]/gu

/** E-mail (specification section 5): letters, digits, `.`, `_`, `-`; `@`; a domain; an ending of 2 to 6 letters. */
export const email = z
  .string('email')
  .check(
    z.minLength(1, 'required'),
    z.maxLength(254, 'email'),
    z.regex(/^[\w.-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,6}$/, 'email'),
  )
/** Login password (specification section 5): at least 8 characters with letters and digits; at most 128. */
export const password = z
  .string('password')
  .check(
    z.minLength(8, 'password'),
    z.maxLength(128, 'password'),
    z.regex(/^(?=.*[A-Za-z])(?=.*\d)/s, 'password'),
  )
/** Fund PIN (specification section 5, decision D8): at least 6 characters of any kind; at most 32. */
export const pin = z.string('pin').check(z.minLength(6, 'pin'), z.maxLength(32, 'pin'))
/** A code from an e-mail: six digits. */
export const code = z.string('code').check(z.regex(/^\d{6}$/, 'code'))
/** A name on documents (specification section 5): English letters, with space, `.`, `'` and `-` between them. */
export const englishName = z
  .string('englishName')
  .check(z.maxLength(50, 'englishName'), z.regex(/^[A-Za-z](?:[A-Za-z .'-]*[A-Za-z.])?$/, 'englishName'))
/** A phone number without its area code: 5 to 15 digits. */
export const phone = z.string('phone').check(z.regex(/^\d{5,15}$/, 'phone'))
/** An area code with its plus sign: `+86`. */
export const areaCode = z.string('areaCode').check(z.regex(/^\+\d{1,4}$/, 'areaCode'))
/** A country by its two letters (ISO 3166-1 alpha-2). */
export const country = z.string('country').check(z.regex(/^[A-Z]{2}$/, 'country'))
/** As `line`, of so many characters at most. */
export function lineOf(max: number) {
  return z
    .string('required')
    .check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(max, 'tooLong'),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'text'),
    )
}
/** One line of text a person wrote: 1 to 200 characters, no control characters, no half characters. */
export const line = lineOf(200)

/** As `line`, of so many characters at most, or nothing: that takes away what was there. */
export function lineOrNoneOf(max: number) {
  return z.string('text').check(z.trim(), z.maxLength(max, 'tooLong'), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'text'))
}
/** What a customer wants to be called, or calls a card: as much as a card has room for; empty is no name. */
export const nickname = lineOrNoneOf(20)

/**
 * What a customer wants to read in our letters: 4 to 30 characters on one line, none that is not seen or turns the text.
 */
export const phrase = z
  .string('phrase')
  .check(
    z.trim(),
    z.minLength(4, 'phrase'),
    z.maxLength(30, 'phrase'),
    z.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'text'),
  )

/**
 * What somebody wants to tell us: at least six characters (specification section 5), a blank between words among them, but
 * no pictographs, so that a row of faces is no description; 2,000 characters at most.
 */
export const description = z.string('description').check(
  z.trim(),
  z.maxLength(2000, 'tooLong'),
  z.regex(/^[^\p{Cs}\0]*$/u, 'text'),
  z.refine(text => [...said(text)].length >= 6, { error: 'description' }),
)

/** What is to be read of a text, in one line. */
function said(text: string): string {
  return text.replace(/\s/g, ' ').replace(silent, '').replace(/ +/g, ' ').trim()
}

/** An id: a UUID. */
export const id = z.uuid('id')
/** The idempotency key of one decision of a person, made by the app before sending (decision D2). */
export const requestId = z.uuid('requestId')
/** A currency code: a coin of the wallet, or USD of the cards. */
export const currency = z.enum([...coins, 'USD'], 'currency')
/** A coin code. */
export const coin = z.enum(coins, 'currency')
/** An amount: a decimal string in major units, never negative, never a JSON number (decision D2). */
export const amount = z.string('amount').check(z.regex(/^(0|[1-9]\d{0,12})(\.\d{1,8})?$/, 'amount'))
/** As `amount`, but may carry a minus: balances of a card and signed bill rows. */
export const signedAmount = z.string('amount').check(z.regex(/^-?(0|[1-9]\d{0,12})(\.\d{1,8})?$/, 'amount'))
/** A share as a decimal string in percent: `'1.5'` is 1.5 %. */
export const percent = z.string().check(z.regex(/^\d{1,3}(\.\d{1,2})?$/))
/** An instant: ISO 8601 in UTC (decision D2). */
export const instant = z.iso.datetime()
/** The interface language in calls. */
export const lang = z.enum(['zh', 'en'], 'lang')
/** Words to look for: of a row, amounts as they are shown, states and kinds in `lang`, ids; all of several. */
export const keyword = z.string().check(z.maxLength(64), z.regex(/^[^\p{Cs}\0]*$/u, 'text'))
/** 16 random bytes that an app makes for its device and keeps there: what strangers cannot tell us. */
export const deviceKey = z.string('deviceKey').check(z.regex(/^[0-9a-f]{32}$/, 'deviceKey'))
/** Opaque launch data of the Telegram container, checked on the server. */
export const initData = z.string('initData').check(z.minLength(1, 'initData'), z.maxLength(8192, 'initData'))

/** `{pageSize}/{page}` of a list path (decision D2): 1-based, 0 counts as 1, sizes above `max` are clamped. */
export function paged(max = 100) {
  const whole = z.pipe(z.union([z.string().check(z.regex(/^\d{1,9}$/)), z.int()]), z.transform(Number))
  return {
    pageSize: z.pipe(
      whole,
      z.transform(size => Math.min(Math.max(size, 1), max)),
    ),
    page: z.pipe(
      whole,
      z.transform(page => Math.max(page, 1)),
    ),
  }
}

/** The answer of a list call: rows of one page and the count of all (decision D2). */
export function list<Row extends z.ZodMiniType>(row: Row) {
  return z.strictObject({ list: z.array(row), total: z.int(), page: z.int(), pageSize: z.int() })
}
