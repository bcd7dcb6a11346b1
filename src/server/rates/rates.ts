import { type Rate, scales } from '../../contract/money.ts'
import { type Db, transaction } from '../database.ts'
import type { SourceRate } from './source.ts'
import type { RateTable } from './tables.ts'

/** Older than this, a rate is shown to nobody: no rate is better than a wrong one. */
export const staleAfterMs = 180_000
/** A move by more than one part in this many, from one poll to the next, is not believed at once. */
const jumpDivisor = 10n
/** How many polls in a row must tell of a jump before it is believed. */
const pollsToBelieve = 5
/** How far the source's clock may be ahead of ours. */
const clockToleranceMs = 60_000

/**
 * Keeps what a source says of each pair, if it can be believed. Zero, negative and unreadable rates, and rates older than
 * the one we have, change nothing. A jump of more than 10 % is suspect: the old rate stays until the new one has
 * persisted for five polls. Pairs that the answer leaves out keep their last good rate.
 */
export async function keepRates(
  db: Db,
  answer: { at: Date; rates: readonly SourceRate[] },
  now: Date = new Date(),
): Promise<void> {
  if (answer.at.getTime() > now.getTime() + clockToleranceMs) return
  const readAt = answer.at < now ? answer.at : now
  await transaction(db, async db => {
    const rows = await db
      .selectFrom('rates')
      .selectAll()
      .orderBy('base')
      .orderBy('quote')
      .forUpdate()
      .execute()
    const known = new Map(rows.map(row => [nameOf(row), row]))
    for (const told of unambiguous(answer.rates)) {
      const next = judge(known.get(nameOf(told)), { ...told, readAt, now })
      if (next) await keep(db, next)
    }
  })
}

/** Marks rates that nobody has confirmed for three minutes. */
export async function markStale(db: Db, now: Date = new Date()): Promise<void> {
  await db
    .updateTable('rates')
    .set({ suspect_since: now })
    .where('suspect_since', 'is', null)
    .where('read_at', '<', new Date(now.getTime() - staleAfterMs))
    .execute()
}

/** Every rate that was good within the last three minutes, with the time it was read. What is older is left out. */
export async function trustedRates(db: Db, now: Date = new Date()): Promise<Rate[]> {
  const rows = await db
    .selectFrom('rates')
    .select(['base', 'quote', 'rate', 'read_at'])
    .where('read_at', '>=', new Date(now.getTime() - staleAfterMs))
    .orderBy('base')
    .orderBy('quote')
    .execute()
  return rows.map(({ base, quote, rate, read_at }) => ({
    masterCurrency: base,
    slaveCurrency: quote,
    rate,
    time: read_at.toISOString(),
  }))
}

interface Told extends SourceRate {
  readAt: Date
  now: Date
}

/** What to keep of a pair after this poll; null for nothing new. */
function judge(row: RateTable | undefined, { base, quote, rate, readAt, now }: Told): RateTable | null {
  const value = scaled(rate)
  if (value === null || (row && readAt <= row.read_at)) return null
  const good = {
    base,
    quote,
    rate,
    read_at: readAt,
    suspect_since: null,
    suspect_rate: null,
    suspect_polls: 0,
  }
  if (!row || isNear(value, scaled(row.rate) ?? value)) return good
  const suspected = row.suspect_rate === null ? null : scaled(row.suspect_rate)
  const polls = suspected !== null && isNear(value, suspected) ? row.suspect_polls + 1 : 1
  if (polls >= pollsToBelieve) return good
  return { ...row, suspect_since: row.suspect_since ?? now, suspect_rate: rate, suspect_polls: polls }
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

const digits = 18

/** A positive plain decimal as an integer with 18 digits after the point; null for anything else. */
function scaled(rate: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(rate)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(digits, '0')) || null
}

function isNear(value: bigint, other: bigint): boolean {
  const distance = value > other ? value - other : other - value
  return distance * jumpDivisor <= other
}

function nameOf({ base, quote }: { base: string; quote: string }): string {
  return `${base}/${quote}`
}
