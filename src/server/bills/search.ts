import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type Currency, scales } from '../../contract/money.ts'
import { type Lang, type Shown, shownWords } from './bill-words.ts'

/** What somebody looks for, and the language they read. */
export interface Search {
  keyword: string
  lang: Lang
}

type Condition = Expression<SqlBool>
const { and, or } = expressionBuilder()

/** More words than anybody types; each of them is one more look at every row. */
const wordsMax = 8
const bigintMax = 2n ** 63n - 1n

/**
 * Rows in which every word is found: as text of the row, as what the app calls it in this language, as an amount as it
 * is shown, as a currency, or as a number to copy. What is typed is never a pattern, and no key of ours is looked at.
 */
export function mentions({ keyword, lang }: Search): Condition {
  const words = keyword.split(/\s+/).filter(Boolean).slice(0, wordsMax)
  return and(words.map(word => meaningOf(word, lang)))
}

/** What a row of bills of the trace mentions: for lists of what bills tell of. */
export function mentionedIn(trace: Expression<string>, search: Search): Condition {
  return sql`exists (select from bills where trace_id = ${trace} and ${mentions(search)})`
}

function meaningOf(word: string, lang: Lang): Condition {
  const id = wholeId(word)
  if (id) return sql`(id = ${id} or trace_id = ${id} or transfer_id = ${id})`
  const amount = amountIn(word)
  // Twelve and a half is a sum; a plain 4242 may as well be the end of a card.
  if (amount && !/^\d+$/.test(word)) return amount
  const meanings = [inText(word), ...named(word, lang), ofCurrency(word), amount, beginningWith(word)]
  return or(meanings.filter(meaning => meaning !== null))
}

function inText(word: string): Condition {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return sql`words like lower(${pattern})`
}

/** English is found by the beginning of a word, Chinese has no spaces between them. */
function named(word: string, lang: Lang): Condition[] {
  const typed = word.toLowerCase()
  const isMeant = ({ zh, zhBefore = '', en }: Shown) =>
    lang === 'zh'
      ? zh.includes(word) || zhBefore.includes(word)
      : en
          .toLowerCase()
          .split(' ')
          .some(each => each.startsWith(typed))
  return shownWords.filter(isMeant).map(({ rows }) => sql`(${rows})`)
}

function ofCurrency(word: string): Condition | null {
  const typed = word.toUpperCase()
  return isCurrency(typed) ? sql`currency = ${typed}` : null
}

/** A whole id, as it is shown and copied: of the row, its movement or its entry in the books. */
function wholeId(word: string): string | null {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(word) ? word.toLowerCase() : null
}

/** The beginning of a row's id. */
function beginningWith(word: string): Condition | null {
  const hex = word.replaceAll('-', '').toLowerCase()
  if (!/^[\da-f]{8,32}$/.test(hex)) return null
  const [first, last] = [hex.padEnd(32, '0'), hex.padEnd(32, 'f')]
  return sql`id between ${first}::uuid and ${last}::uuid`
}

interface Typed {
  sign: string
  whole: string
  fraction: string
  currency: string | null
}

/** The amounts that are shown beginning with these digits: 12 is twelve and all up to thirteen, 12.50 that alone. */
function amountIn(word: string): Condition | null {
  const match = /^([-−+]?)(\$?)(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{0,8}))?([a-z]{3,4})?$/i.exec(word)
  if (!match) return null
  const [, sign = '', dollar, whole = '', fraction = '', ticker] = match
  const currency = ticker?.toUpperCase() ?? (dollar ? 'USD' : null)
  if (currency !== null && !isCurrency(currency)) return null
  const typed = { sign, whole: whole.replaceAll(',', ''), fraction, currency }
  return or(
    (Object.keys(scales) as Currency[])
      .filter(each => currency === null || each === currency)
      .map(each => amountsOf(each, typed))
      .filter(condition => condition !== null),
  )
}

function amountsOf(currency: Currency, { sign, whole, fraction }: Typed): Condition | null {
  const scale = scales[currency]
  if (/[1-9]/.test(fraction.slice(scale))) return null
  const digits = fraction.slice(0, scale)
  const low = BigInt(whole + digits.padEnd(scale, '0'))
  const high = low + 10n ** BigInt(scale - digits.length) - 1n
  if (high > bigintMax) return null
  const [came, went] = [
    sql<boolean>`amount_minor between ${low} and ${high}`,
    sql<boolean>`amount_minor between ${-high} and ${-low}`,
  ]
  const either = sign === '+' ? came : sign ? went : or([came, went])
  return sql`(currency = ${currency} and ${either})`
}

function isCurrency(word: string): word is Currency {
  return Object.hasOwn(scales, word)
}
