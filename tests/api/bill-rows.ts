import { sql } from 'kysely'
import type { Db } from '../../src/server/database.ts'

const days = 80

/** When the first of the rows of a history that ends now was written. */
export function beginningOf(until: Date): Date {
  return new Date(until.getTime() - days * 24 * 3600_000)
}

/** The id of one of the four cards of a customer's history. */
export function cardOf(userId: string, place: number): string {
  return `${userId.slice(0, -1)}${place}`
}

/**
 * Writes a history of bills, evenly over eighty days: one row in fifty a refund, three cards, and one row of a fourth,
 * long ago. Their owner need not exist.
 */
export async function fillBills(
  db: Db,
  { userId, count, until }: { userId: string; count: number; until: Date },
): Promise<void> {
  const from = beginningOf(until)
  const stepMs = (until.getTime() - from.getTime()) / count
  await db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`
      insert into bills (id, user_id, kind, amount_minor, currency, account, card_id, remark, status, trace_id, steps,
        created_at, updated_at)
      select id, ${userId}, case when n % 50 = 0 then 'refund' else 'consume' end, -100, 'USD', '4242',
        (left(${userId}, 35) || case when n = 7 then 9 else n % 3 end)::uuid,
        jsonb_build_object('merchant', 'Shop ' || n), 'done', id, '[]', at, at
      from (
        select n, at, (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
        from (
          select n, at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as ms
          from (
            select n, ${from}::timestamptz + n * ${stepMs}::float * interval '1 millisecond' as at
            from generate_series(1, ${count}::int) as n
          ) n
        ) n
      ) n`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}
