import { sql } from 'kysely'
import type { Currency } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { idAt } from '../../id.ts'
import { slackMs } from '../history.ts'

/** What a customer is owed in one currency, in its minor units; never zero or less. */
export interface Owed {
  ownerId: string
  currency: Currency
  amountMinor: bigint
}

/** The instant at which a day of the books (UTC) is over. */
export function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000)
}

interface Row {
  owner_id: string
  currency: Currency
  owed: bigint
  wrong: string | null
}

/**
 * What every customer was owed at the end of a sealed day, in the order of their ids, read `batch` customers at a time.
 * Nothing comes into such a day any more, so that all of it is of one moment, and no snapshot is held.
 */
export async function* everybodyOwed(
  db: Db,
  { day, batch }: { day: string; batch: number },
): AsyncGenerator<Owed> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows: owners } = await sql<{ id: string }>`
      select distinct owner_id as id from accounts where owner_id > ${after} order by id limit ${batch}`.execute(
      db,
    )
    const last = owners.at(-1)
    if (!last) return
    yield* await owedTo(db, { day, ownerIds: owners.map(({ id }) => id) })
    after = last.id
  }
}

/**
 * What these customers were owed at the end of a sealed day, from their entries: all of their wallets, what is on hold
 * included, and of each card what it holds; a card below zero is nothing, whatever else there is. Throws when an account is not
 * the sum of its entries.
 */
export async function owedTo(
  db: Db,
  { day, ownerIds }: { day: string; ownerIds: readonly string[] },
): Promise<Owed[]> {
  const until = endOf(day)
  const surely = idAt(new Date(until.getTime() - slackMs))
  const { rows } = await sql<Row>`
    select owner_id, currency, sum(greatest(before, 0))::bigint as owed,
      min(id::text) filter (where balance_minor <> before + since) as wrong
    from (
      select a.id, a.owner_id, a.currency, a.balance_minor, old.sum + recent.before as before, recent.since
      from accounts a cross join lateral (
        select coalesce(sum(amount_minor), 0) as sum from entries
        where account_id = a.id and transfer_id < ${surely}
      ) old cross join lateral (
        select coalesce(sum(e.amount_minor) filter (where t.created_at < ${until}), 0) as before,
          coalesce(sum(e.amount_minor) filter (where t.created_at >= ${until}), 0) as since
        from entries e join transfers t on t.id = e.transfer_id
        where e.account_id = a.id and e.transfer_id >= ${surely}
      ) recent
      where a.owner_id = any (${ownerIds}::uuid[])
    ) a
    group by owner_id, currency order by owner_id, currency`.execute(db)
  const wrong = rows.find(row => row.wrong !== null)?.wrong
  if (wrong) throw new Error(`account ${wrong} is not the sum of its entries`)
  return rows
    .filter(({ owed }) => owed > 0n)
    .map(row => ({ ownerId: row.owner_id, currency: row.currency, amountMinor: row.owed }))
}
