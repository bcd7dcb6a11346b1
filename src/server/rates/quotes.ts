import { sql } from 'kysely'
import { type Coin, format, parse, percentOf } from '../../contract/money.ts'
import type { Quoted } from '../../contract/wallet.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import { converted, type Price, rangeOf, rateText, spread } from './conversion.ts'
import { goodPrice } from './good-price.ts'
import type { QuoteRow } from './tables.ts'
import { terms } from './terms.ts'

const to = 'USDT'

/**
 * Promises a customer what an amount of a coin becomes in USDT, for 30 seconds. Refuses what is USDT already
 * (`currency_unsupported`), a rate that is not good (`rate_unavailable`) and too little or too much
 * (`amount_out_of_range`, with the range).
 */
export async function makeQuote(
  db: Db,
  { userId, from, amount }: { userId: string; from: Coin; amount: string },
): Promise<Quoted> {
  if (from === to) throw new Refused('currency_unsupported')
  const { reference, rateTime } = await priceOrRefuse(db, from)
  const price = spread(reference, terms.spreadBps)
  const amountMinor = amountWithin({ from, amount, price })
  const { feeMinor, receiveMinor } = converted({ from, to, price, amountMinor, feeBps: terms.feeBps })
  const promise = { rate: rateText(price), reference_rate: rateText(reference) }
  const { id, expires_at } = await db
    .insertInto('quotes')
    .values({
      id: newId(),
      user_id: userId,
      currency: from,
      amount_minor: amountMinor,
      receive_minor: receiveMinor,
      fee_minor: feeMinor,
      ...promise,
      expires_at: sql`now() + ${terms.standsSeconds} * interval '1 second'`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return {
    quoteId: id,
    from,
    to,
    amount: format(amountMinor, from),
    receive: format(receiveMinor, to),
    fee: format(feeMinor, to),
    feePercent: percentOf(terms.feeBps),
    rate: promise.rate,
    referenceRate: promise.reference_rate,
    spreadPercent: percentOf(terms.spreadBps),
    rateTime,
    expireTime: expires_at.toISOString(),
    leftSeconds: terms.standsSeconds,
  }
}

/**
 * Uses a quote up, in the transaction that keeps the promise: nobody uses it a second time, and it is unused again when
 * that is rolled back. What is not this customer's, of this coin and amount, in its time and unused is refused
 * (`quote_expired`, with the rate of now; `rate_unavailable` when there is none).
 */
export async function useQuote(
  db: Db,
  { quoteId, userId, from, amount }: { quoteId: string; userId: string; from: Coin; amount: string },
): Promise<QuoteRow> {
  const used = await db
    .updateTable('quotes')
    .set({ used_at: sql`now()` })
    .where('id', '=', quoteId)
    .where('user_id', '=', userId)
    .where('currency', '=', from)
    // As a number of any size: what is asked for may be more than the column can hold.
    .where(sql<boolean>`amount_minor = ${String(parse(amount, from) ?? 0n)}::numeric`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    // What was promised in the future was so by a clock that ran ahead, at a rate of long ago.
    .where('created_at', '<=', sql<Date>`now() + interval '10 seconds'`)
    .returningAll()
    .executeTakeFirst()
  if (used) return used
  const { reference } = await priceOrRefuse(db, from)
  throw new Refused('quote_expired', { rate: rateText(spread(reference, terms.spreadBps)) })
}

/** Deletes promises that nobody took up. */
export async function forgetOldQuotes(db: Db): Promise<void> {
  await sql`delete from quotes where used_at is null and expires_at < now() - interval '1 day'`.execute(db)
}

async function priceOrRefuse(db: Db, from: Coin): Promise<{ reference: Price; rateTime: string }> {
  const price = await goodPrice(db, from)
  if (!price) throw new Refused('rate_unavailable')
  return price
}

function amountWithin({ from, amount, price }: { from: Coin; amount: string; price: Price }): bigint {
  const { minMinor, maxMinor } = terms
  const { leastMinor, mostMinor } = rangeOf({ from, to, price, minMinor, maxMinor })
  const amountMinor = parse(amount, from)
  if (amountMinor !== null && amountMinor >= leastMinor && amountMinor <= mostMinor) return amountMinor
  throw new Refused('amount_out_of_range', { min: format(leastMinor, from), max: format(mostMinor, from) })
}
