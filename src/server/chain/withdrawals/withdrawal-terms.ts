import { sql } from 'kysely'
import type { DelayHours } from '../../../contract/delay.ts'
import { type Coin, parse } from '../../../contract/money.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import type { Treasury } from '../treasury.ts'
import { leisureSeconds } from './withdrawals.ts'

/** What a withdrawal of a coin costs and how much may leave, in major units; the bounds include the fee. */
export interface Terms {
  fee: string
  min: string
  max: string
  /** In any 24 hours. */
  day: string
  /** In any 30 days. */
  month: string
  /** What makes two people of ours look first: this much in any 24 hours, in one withdrawal or in several. */
  reviewFrom: string
}

/** How far back the two limits count. */
export const limitHours = 24
export const limitDays = 30

/** Coins without a network that we pay on have no terms. */
const termsByCoin: Partial<Record<Coin, Terms>> = {
  USDT: { fee: '1', min: '10', max: '20000', day: '20000', month: '100000', reviewFrom: '5000' },
  USDC: { fee: '1', min: '10', max: '20000', day: '20000', month: '100000', reviewFrom: '5000' },
  ETH: { fee: '0.001', min: '0.01', max: '8', day: '8', month: '40', reviewFrom: '2' },
}

/** The terms of a coin in minor units; undefined when it cannot be withdrawn. */
export function termsOf(currency: Coin): { [Name in keyof Terms]: bigint } | undefined {
  const terms = termsByCoin[currency]
  if (!terms) return undefined
  const minor = (amount: string) => parse(amount, currency) as bigint
  return {
    fee: minor(terms.fee),
    min: minor(terms.min),
    max: minor(terms.max),
    day: minor(terms.day),
    month: minor(terms.month),
    reviewFrom: minor(terms.reviewFrom),
  }
}

/** What everybody may know of the terms of the master balance's coin. */
export function publishedTerms(): Pick<Terms, 'min' | 'fee'> {
  const { min, fee } = termsByCoin.USDT as Terms
  return { min, fee }
}

/** A limit over time: what it is, and what is left of it now. Minor units. */
export interface Allowance {
  limit: bigint
  left: bigint
}

/** What a customer may still withdraw of a coin, and from which amount on the next withdrawal is reviewed. */
export interface Allowances {
  day: Allowance
  month: Allowance
  reviewFrom: bigint
}

/**
 * What is left of a customer's limits on a coin, by the database's clock. What failed or was taken back does not count.
 * It stays so until the commit when the caller has locked the customer.
 */
export async function allowancesOf(
  db: Db,
  { userId, currency }: { userId: string; currency: Coin },
): Promise<Allowances> {
  const terms = termsOf(currency)
  const { rows } = await sql<{ day: bigint; month: bigint }>`
    select coalesce(sum(amount_minor) filter (where created_at > now() - ${limitHours} * interval '1 hour'), 0)::bigint as day,
      coalesce(sum(amount_minor), 0)::bigint as month
    from withdrawals
    where user_id = ${userId} and currency = ${currency} and created_at > now() - ${limitDays} * interval '1 day'
      and status not in ('failed', 'cancelled')`.execute(db)
  const used = rows[0] ?? { day: 0n, month: 0n }
  return {
    day: allowance(terms?.day, used.day),
    month: allowance(terms?.month, used.month),
    reviewFrom: allowance(terms?.reviewFrom, used.day).left,
  }
}

function allowance(limit = 0n, used: bigint): Allowance {
  return { limit, left: used < limit ? limit - used : 0n }
}

/** How long a withdrawal takes that nobody has to look at: until it can no longer be taken back, and its confirmations. */
export function payingSeconds(
  {
    config,
    treasury,
  }: {
    config: Pick<Config, 'WITHDRAWAL_CANCEL_SECONDS'>
    treasury: Pick<Treasury, 'confirmations' | 'blockSeconds'>
  },
  delayHours: DelayHours,
): number {
  const leisure = leisureSeconds({ cancelSeconds: config.WITHDRAWAL_CANCEL_SECONDS, delayHours })
  return leisure + treasury.confirmations * treasury.blockSeconds
}
