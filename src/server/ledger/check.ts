import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { firstBrokenDay } from './check-seals.ts'
import { firstBrokenProof, latestProof } from './proofs/check-proofs.ts'

/** A rule of the books that does not hold, and the row that shows it. */
export interface Disagreement {
  rule: string
  /** The transfer, account, hold or currency concerned. */
  id: string
  expected: string
  found: string
}

/** What the check has seen, and the first thing it does not agree with. */
export interface LedgerReport {
  accounts: bigint
  transfers: bigint
  entries: bigint
  holds: bigint
  /** Those that are sealed. */
  days: bigint
  /** The first sealed day that is not what it was. */
  brokenDay: string | null
  disagreement: Disagreement | null
}

/**
 * Recomputes the books from transfers, entries and hold changes, in one snapshot, and reports the first disagreement:
 * contents against their hashes, zero sums, balances, held amounts, shortfalls, reversals, days against their seals, what was
 * last published that customers are owed. Reads every row: open the database with `statementTimeoutMs: 0` for books of any
 * size.
 */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  if (db.isTransaction) return await check(db)
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(check)
}

async function check(db: Db): Promise<LedgerReport> {
  const { rows } = await sql<Omit<LedgerReport, 'brokenDay' | 'disagreement'>>`select
    (select count(*) from accounts) as accounts, (select count(*) from transfers) as transfers,
    (select count(*) from entries) as entries, (select count(*) from holds) as holds,
    (select count(*) from ledger_days where seal is not null) as days`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('the books cannot be counted')
  const broken = await firstBrokenDay(db)
  const proven = await latestProof(db)
  const disagreement =
    (await firstDisagreement(db)) ??
    (broken && { rule: 'a sealed day is as it was', ...broken }) ??
    (proven === null ? null : await firstBrokenProof(db, proven))
  return { ...counts, brokenDay: broken?.id ?? null, disagreement }
}

async function firstDisagreement(db: Db): Promise<Disagreement | null> {
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql<Omit<Disagreement, 'rule'>>`
      select id::text, expected::text, found::text from (${query}) as wrong order by id limit 1`.execute(db)
    if (rows[0]) return { rule, ...rows[0] }
  }
  return null
}

/** Each returns the rows that break it. From what was asked, over what was written, to what was computed from it. */
const rules: Record<string, RawBuilder<unknown>> = {
  'an entry has its transfer and its account': sql`
    select e.transfer_id as id, 'a transfer and an account' as expected, 'account ' || e.account_id as found
    from entries e left join transfers t on t.id = e.transfer_id left join accounts a on a.id = e.account_id
    where t.id is null or a.id is null`,

  'a transfer is as it was asked for': sql`
    select t.id, encode(t.request_hash, 'hex') as expected, encode(c.hash, 'hex') as found
    from transfers t left join (
      select t.id, sha256(convert_to(concat_ws(e'\n', 'transfer', t.idempotency_key, t.reason,
        coalesce(t.reverses_id::text, ''), t.is_forced::text,
        string_agg(e.account_id || ' ' || e.amount_minor, e'\n' order by e.account_id)), 'UTF8')) as hash
      from transfers t join entries e on e.transfer_id = t.id group by t.id
    ) c on c.id = t.id
    where c.hash is distinct from t.request_hash`,

  'a transfer adds up to zero in each currency': sql`
    select e.transfer_id as id, 0 as expected, sum(e.amount_minor) || ' ' || a.currency as found
    from entries e join accounts a on a.id = e.account_id
    group by e.transfer_id, a.currency having sum(e.amount_minor) <> 0`,

  'the books add up to zero in each currency': sql`
    select a.currency as id, 0 as expected, sum(e.amount_minor) as found
    from entries e join accounts a on a.id = e.account_id group by a.currency having sum(e.amount_minor) <> 0`,

  'a balance is the sum of its entries': sql`
    select a.id, coalesce(e.sum, 0) as expected, a.balance_minor as found
    from accounts a left join (select account_id, sum(amount_minor) as sum from entries group by account_id) e
      on e.account_id = a.id
    where a.balance_minor <> coalesce(e.sum, 0)`,

  'what remains of a hold is the sum of its changes': sql`
    select h.id, coalesce(c.sum, 0) as expected, h.remaining_minor as found
    from holds h left join (select hold_id, sum(amount_minor) as sum from hold_changes group by hold_id) c
      on c.hold_id = h.id
    where h.remaining_minor <> coalesce(c.sum, 0)`,

  'a hold is open while something remains': sql`
    select id, case when remaining_minor > 0 then 'open' else 'closed' end as expected, state as found
    from holds where (state = 'open') <> (remaining_minor > 0)`,

  'a capture is a transfer that debits the account of its hold': sql`
    select c.hold_id as id, 'at most ' || c.amount_minor as expected, coalesce(e.amount_minor::text, 'nothing') as found
    from hold_changes c join holds h on h.id = c.hold_id
      left join entries e on e.transfer_id = c.transfer_id and e.account_id = h.account_id
    where c.kind = 'capture' and (e.amount_minor is null or e.amount_minor > c.amount_minor)`,

  'what an account holds back is the sum of its open holds': sql`
    select a.id, coalesce(h.sum, 0) as expected, a.held_minor as found
    from accounts a left join (select account_id, sum(remaining_minor) as sum from holds group by account_id) h
      on h.account_id = a.id
    where a.held_minor <> coalesce(h.sum, 0)`,

  'available is below zero by the shortfall alone, and on cards alone': sql`
    select id, greatest(0, held_minor - balance_minor) as expected, shortfall_minor as found
    from accounts where shortfall_minor <> greatest(0, coalesce(held_minor - balance_minor, 0))
      or (shortfall_minor > 0 and kind <> 'card')`,

  'a reversal mirrors what it reverses': sql`
    select t.id, 'the mirror of ' || t.reverses_id as expected, 'other entries' as found
    from transfers t where t.reverses_id is not null and exists (
      (select account_id, -amount_minor from entries where transfer_id = t.reverses_id
        except select account_id, amount_minor from entries where transfer_id = t.id)
      union all
      (select account_id, -amount_minor from entries where transfer_id = t.id
        except select account_id, amount_minor from entries where transfer_id = t.reverses_id)
    )`,
}
