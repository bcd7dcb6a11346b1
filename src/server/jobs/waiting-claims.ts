import { sql } from 'kysely'
import { over } from '../cards/cards.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import { enqueue } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'

/** Claims that were put aside since their card would have owed too much are followed anew once it can pay them. */
export const waitingClaims: Schedule = {
  name: 'waiting-claims',
  everyMs: 60_000,
  async run(world) {
    await followPayable(world)
  },
}

/** One round of it, whatever the money came from; how many it were. */
export async function followPayable({ db, wake }: Pick<World, 'db' | 'wake'>): Promise<number> {
  const ids = await transaction(db, async db => {
    const ids = await takePayable(db)
    for (const eventId of ids) await enqueue(db, 'issuer-event', { eventId })
    return ids
  })
  if (ids.length > 0) wake()
  return ids.length
}

/**
 * Of each card the oldest ones that what is free on it, or on what goes on in place of a lost one, pays together: a word that
 * was doubted takes nobody into debt, though it may be believed by now. Where an operator has closed its alarm it was not
 * believed.
 */
async function takePayable(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update issuer_events set handled_at = null, answer = null
    where answer ? 'takesMinor' and id in (
      select id from (
        select e.id, a.balance_minor - a.held_minor as free,
          sum((e.answer ->> 'takesMinor')::bigint) over (partition by a.id order by e.received_at, e.id) as taken
        from issuer_events e
          join cards c on c.id = (e.answer ->> 'cardId')::uuid
          join lateral ${payerOf} payer on true
          join accounts a on a.id = payer.account_id
        where e.answer ? 'takesMinor' and exists (
          select from alarms where kind = 'issuer_event_ignored' and subject = e.id and settled_at is null
        )
      ) waiting
      where taken <= free
    )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The card that pays what is claimed of card `c`: itself, or the one that goes on in its place. */
const payerOf = sql`(
  with recursive line as (
    select id, account_id, status from cards where id = c.id
    union all
    select next.id, next.account_id, next.status from line join cards next on next.stands_in_for = line.id
  )
  select account_id from line where id = c.id or status <> all(${over}) order by id desc limit 1
)`
