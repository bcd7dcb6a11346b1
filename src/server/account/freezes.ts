import { sql } from 'kysely'
import { type Db, prepared } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'

/** Who stopped the money of a customer; nobody else lets it go on. */
export type Freezer = 'customer' | 'operator'

/** What may have stopped it; `loss`: the chain lost a credited deposit of theirs. To the customer it is a freeze of ours. */
export type Stopper = Freezer | 'loss'

/** Who has stopped a customer's money; an operator counts first. Null while nobody has. */
export async function frozenBy(db: Db, userId: string): Promise<Freezer | null> {
  return (await frozenAmong(db, [userId])).get(userId) ?? null
}

/** True while operators have stopped a customer's money: they have been in touch with whoever it belongs to. */
export async function isHeldByUs(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from freezes where user_id = ${userId} and frozen_by = 'operator' and lifted_at is null`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * True when a customer's money is stopped, or was at any time since: then they, or operators, have said so after that. What
 * a loss has stopped counts only while it lasts.
 */
export async function stoppedSince(
  db: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from freezes where user_id = ${userId} and (
      lifted_at is null or (frozen_by <> 'loss' and lifted_at > ${since})
    ) limit 1`.execute(db)
  return rows.length > 0
}

/** As `frozenBy`, of several customers: those whose money is stopped, and by whom. */
export async function frozenAmong(db: Db, userIds: readonly string[]): Promise<Map<string, Freezer>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ user_id: string; frozen_by: Freezer }>`${prepared}
    select user_id, max(case frozen_by when 'customer' then 'customer' else 'operator' end) as frozen_by from freezes
    where user_id = any (${userIds}::uuid[]) and lifted_at is null group by user_id`.execute(db)
  return new Map(rows.map(({ user_id, frozen_by }) => [user_id, frozen_by]))
}

/**
 * Refuses (`account_frozen`, with `by`) while a customer's money is stopped. The answer holds until the commit if the
 * caller has locked a row of theirs that `beginFreeze` waits for.
 */
export async function refuseFrozen(db: Db, userId: string): Promise<void> {
  const by = await frozenBy(db, userId)
  if (by) throw new Refused('account_frozen', { by })
}

/**
 * Stops a customer's money, from the commit on: whoever has locked them and all they have knows that nothing moves any
 * more. False when it was stopped before.
 */
export async function beginFreeze(db: Db, { userId, by }: { userId: string; by: Stopper }): Promise<boolean> {
  const { rows } = await sql`
    insert into freezes (id, user_id, frozen_by) values (${newId()}, ${userId}, ${by})
    on conflict (user_id, frozen_by) where lifted_at is null do nothing
    returning id`.execute(db)
  return rows.length > 0
}

/** Lets a customer's money go on, as far as it was stopped by `by`. False when it was not. */
export async function liftFreeze(db: Db, { userId, by }: { userId: string; by: Stopper }): Promise<boolean> {
  const { rows } = await sql`
    update freezes set lifted_at = now() where user_id = ${userId} and frozen_by = ${by} and lifted_at is null
    returning id`.execute(db)
  return rows.length > 0
}
