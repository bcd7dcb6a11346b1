import { type NotNull, sql } from 'kysely'
import type { Rate } from '../../contract/exchange.ts'
import { scales } from '../../contract/money.ts'
import { type Db, transaction } from '../database/database.ts'
import { one, scaled } from './scaled.ts'
import type { SourceRate } from './source.ts'
import type { RateTable } from './tables.ts'

/** Older than this, a rate is still shown, as an old one, and converts nothing. */
const staleAfterSeconds = 180
/** A move by more than one part in this many, from one poll to the next, is not believed at once. */
const jumpDivisor = 10n
/** How many readings in a row, each newer than the last, must tell of a jump before it is believed. */
const readingsToBelieve = 5
/** How many in a row must agree on a pair that there was no rate of before. */
const readingsToBegin = 2
/** How far the source's clock may be ahead of ours. */
const clockToleranceMs = 60_000

/**
 * Keeps what a source says of each pair, if it can be believed. Zero, negative and unreadable rates, and rates older than
 * the one we have, change nothing. A jump of more than 10 % is suspect: the old rate stays until five readings of the
 * source, each newer than the last, have told the new one. So is the first rate of a pair, of which there is none until
 * two have told about the same. Pairs that the answer leaves out keep their last good rate. `now` is the database's time.
 * True when a first rate waits for another reading.
 */
export async function keepRates(
  db: Db,
  answer: { at: Date; rates: readonly SourceRate[] },
  now?: Date,
): Promise<boolean> {
  return await transaction(db, async db => {
    const rows = await db
      .selectFrom('rates')
      .selectAll()
      .orderBy('base')
      .orderBy('quote')
      .forUpdate()
      .execute()
    const readNow = now ?? (await timeOf(db))
    if (answer.at.getTime() > readNow.getTime() + clockToleranceMs) return false
    const readAt = answer.at < readNow ? answer.at : readNow
    const known = new Map(rows.map(row => [nameOf(row), row]))
    let isWaiting = false
    for (const told of unambiguous(answer.rates)) {
      const next = judge(known.get(nameOf(told)), { ...told, at: answer.at, readAt, now: readNow })
      if (next) await keep(db, next)
      isWaiting ||= next?.rate === null
    }
    return isWaiting
  })
}

/**
 * The last good rate of every pair. One that is older than three minutes is stale; one whose source tells of a jump not
 * believed yet, or contradicts itself the other way round, is suspect. `now` is the database's time.
 */
export async function lastRates(db: Db, now?: Date): Promise<Rate[]> {
  const oldest = sql<Date>`${now ?? sql`now()`}::timestamptz - ${staleAfterSeconds} * interval '1 second'`
  const rows = await db
    .selectFrom('rates')
    .select(['base', 'quote', 'rate', 'read_at', 'suspect_rate'])
    .select(sql<boolean>`read_at < ${oldest}`.as('is_stale'))
    .where('rate', 'is not', null)
    .$narrowType<{ rate: NotNull }>()
    .orderBy('base')
    .orderBy('quote')
    .execute()
  return rows.map(row => ({
    masterCurrency: row.base,
    slaveCurrency: row.quote,
    rate: row.rate,
    time: row.read_at.toISOString(),
    state: row.is_stale
      ? 'stale'
      : row.suspect_rate !== null || isContradicted(row, rows)
        ? 'suspect'
        : 'good',
  }))
}

type Said = Pick<SourceRate, 'base' | 'quote' | 'rate'>

interface Told extends SourceRate {
  /** By the source's clock, which tells its readings apart. */
  at: Date
  readAt: Date
  now: Date
}

/** What to keep of a pair after this poll; null for nothing new. */
function judge(row: RateTable | undefined, { base, quote, rate, at, readAt, now }: Told): RateTable | null {
  const value = scaled(rate)
  if (value === null || (row && readAt <= row.read_at)) return null
  if (row?.suspect_at && at <= row.suspect_at) return null
  const good = {
    base,
    quote,
    rate,
    read_at: readAt,
    suspect_since: null,
    suspect_at: null,
    suspect_rate: null,
    suspect_polls: 0,
  }
  const known = rateOrNull(row?.rate)
  if (known !== null && isNear(value, known)) return good
  const suspected = rateOrNull(row?.suspect_rate)
  const polls = suspected !== null && isNear(value, suspected) ? (row?.suspect_polls ?? 0) + 1 : 1
  if (polls >= (known === null ? readingsToBegin : readingsToBelieve)) return good
  return {
    ...(row ?? { ...good, rate: null }),
    suspect_since: row?.suspect_since ?? now,
    suspect_at: at,
    suspect_rate: rate,
    suspect_polls: polls,
  }
}

function rateOrNull(rate: string | null | undefined): bigint | null {
  return rate == null ? null : scaled(rate)
}

async function keep(db: Db, row: RateTable) {
  const { base: _base, quote: _quote, ...changed } = row
  await db
    .insertInto('rates')
    .values(row)
    .onConflict(conflict => conflict.columns(['base', 'quote']).doUpdateSet(changed))
    .execute()
}

/** The pairs that are told once and that somebody could ask for. */
function unambiguous(rates: readonly SourceRate[]): SourceRate[] {
  const count = new Map<string, number>()
  for (const rate of rates) count.set(nameOf(rate), (count.get(nameOf(rate)) ?? 0) + 1)
  const isOurs = ({ base, quote }: SourceRate) => base !== quote && (base in scales || quote in scales)
  return rates.filter(rate => count.get(nameOf(rate)) === 1 && isOurs(rate))
}

function isNear(value: bigint, other: bigint): boolean {
  const distance = value > other ? value - other : other - value
  return distance * jumpDivisor <= other
}

/** Whether the pair is told the other way round too, and the two do not agree to one part in a hundred. */
function isContradicted({ base, quote, rate }: Said, all: readonly Said[]): boolean {
  const other = all.find(told => told.base === quote && told.quote === base)
  const [there, back] = [scaled(rate), other && scaled(other.rate)]
  if (!there || !back) return false
  const product = (there * back) / one
  const distance = product > one ? product - one : one - product
  return distance * 100n > one
}

async function timeOf(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return now
}

function nameOf({ base, quote }: { base: string; quote: string }): string {
  return `${base}/${quote}`
}
