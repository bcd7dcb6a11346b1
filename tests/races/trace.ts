import { sql } from 'kysely'
import type { Db } from '../../src/server/database/database.ts'

/** Everything that a customer's decisions leave behind: how many rows there are of each kind, and what the accounts hold. */
export type Trace = Record<string, string>

/**
 * Reads it. Two customers who began alike and did the same have the same trace, whoever they are and in whatever order it
 * was done. A refusal is kept under its key, and leaves nothing else. Jobs have no owner in their row: those of the whole
 * database are counted.
 */
export async function traceOf(db: Db, userId: string): Promise<Trace> {
  const { rows } = await sql<{ what: string; count: bigint }>`
    with mine as (select id from accounts where owner_id = ${userId})
    select concat_ws(' ', 'account', kind, currency, balance_minor, held_minor) as what, count(*)
      from accounts where owner_id = ${userId} group by 1
    union all select concat_ws(' ', 'transfer', t.reason), count(distinct t.id)
      from transfers t join entries e on e.transfer_id = t.id where e.account_id in (select id from mine) group by 1
    union all select concat_ws(' ', 'hold', reason, state, remaining_minor), count(*)
      from holds where account_id in (select id from mine) group by 1
    union all select concat_ws(' ', 'bill', kind, status, amount_minor, currency, steps::jsonb -> -1 ->> 'what'), count(*)
      from bills where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'message', notice_type), count(*) from messages where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'decision', call, answer is null), count(*)
      from decisions where user_id = ${userId} and refusal is null group by 1
    union all select concat_ws(' ', 'withdrawal', status, amount_minor), count(*)
      from withdrawals where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'address', label, removed_at is null), count(*)
      from saved_addresses where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'order', status, replaces_card_id is null), count(*)
      from card_orders where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'card', status), count(*) from cards where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'recharge', amount_minor, fee_minor), count(*)
      from recharges where user_id = ${userId} group by 1
    union all select 'used quote', count(*) from quotes where user_id = ${userId} and used_at is not null group by 1
    union all select concat_ws(' ', 'arrival', confirmed_at is null), count(*)
      from card_arrivals where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'application', status), count(*)
      from applications where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'payment', p.kind, p.state), count(*)
      from application_payments p join applications a on a.id = p.application_id where a.user_id = ${userId} group by 1
    union all select concat_ws(' ', 'deletion', state), count(*) from deletions where user_id = ${userId} group by 1
    union all select concat_ws(' ', 'waived', w.currency, w.amount_minor), count(*)
      from deletion_waivers w join deletions d on d.id = w.deletion_id where d.user_id = ${userId} group by 1
    union all select concat_ws(' ', 'code', c.purpose, c.used_at is null), count(*)
      from email_codes c join users u on u.email = c.email where u.id = ${userId} group by 1
    union all select concat_ws(' ', 'job', kind), count(*) from jobs group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ what, count }) => [what, `${count}`]))
}

/** The trace with what was there before taken away from the counts of what belongs to nobody. */
export function since(before: Trace, after: Trace): Trace {
  const isJob = (what: string) => what.startsWith('job ')
  const counts = Object.entries(after).map(([what, count]): [string, string] => [
    what,
    isJob(what) ? `${BigInt(count) - BigInt(before[what] ?? 0)}` : count,
  ])
  return Object.fromEntries(counts.filter(([what, count]) => !(isJob(what) && count === '0')))
}
