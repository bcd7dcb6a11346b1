import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { Fact } from '../purchases/thread.ts'
import type { CardChallengeTable } from './challenge-tables.ts'

/** A challenge as it is read. */
export type ChallengeRow = Selectable<CardChallengeTable>

/** What the issuer tells of a challenge, with every event of it; the amount in USD minor units. */
export interface ToldChallenge {
  issuerChallengeId: string
  threadId: string
  merchant: string
  city: string
  country: string
  amountMinor: bigint
  expiresAt: Date
}

/**
 * Keeps a challenge that we did not know; undefined when we did. One that is heard of after its time is kept as expired. The
 * caller has locked its card.
 */
export async function keepChallenge(
  db: Db,
  {
    cardId,
    told,
    state,
  }: { cardId: string; told: ToldChallenge; state: 'waiting' | 'expired' | 'cancelled' },
): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow>`
    insert into card_challenges
      (id, issuer_challenge_id, card_id, thread_id, merchant, city, country, amount_minor, expires_at, state, ended_at)
    select t.id, t.issuer_id, t.card_id, t.thread_id, t.merchant, t.city, t.country, t.amount, t.expires_at,
      case when t.is_open then 'waiting' when ${state} = 'waiting' then 'expired' else ${state} end,
      case when not t.is_open then now() end
    from (select ${newId()}::uuid as id, ${told.issuerChallengeId}::text as issuer_id, ${cardId}::uuid as card_id,
      ${told.threadId}::text as thread_id, ${told.merchant}::text as merchant, ${told.city}::text as city,
      ${told.country}::text as country, ${told.amountMinor}::bigint as amount, ${told.expiresAt}::timestamptz as expires_at,
      ${state} = 'waiting' and ${told.expiresAt}::timestamptz > now() as is_open) t
    on conflict (issuer_challenge_id) do nothing returning *`.execute(db)
  return rows[0]
}

/** A challenge by the issuer's name for it, kept as it is until the transaction ends. The caller has locked its card. */
export async function lockTold(db: Db, issuerChallengeId: string): Promise<ChallengeRow> {
  return await db
    .selectFrom('card_challenges')
    .selectAll()
    .where('issuer_challenge_id', '=', issuerChallengeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** As `lockTold`, by our own id; `isPast` once its time is over, whether the issuer has said so or not. */
export async function lockChallenge(db: Db, id: string): Promise<ChallengeRow & { isPast: boolean }> {
  return await db
    .selectFrom('card_challenges')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('isPast'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes how a challenge that waits ends. The caller has locked it. */
export async function endChallenge(
  db: Db,
  { id }: Pick<ChallengeRow, 'id'>,
  state: 'approved' | 'denied' | 'expired' | 'cancelled',
): Promise<void> {
  await db
    .updateTable('card_challenges')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Writes what became of the customer's word at the issuer; the first answer stands. True when this is it. */
export async function noteAnswer(
  db: Db,
  { id }: Pick<ChallengeRow, 'id'>,
  answer: 'taken' | 'late',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_challenges')
    .set({ answer })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The issuer's no for want of a confirmation, as it is told where we know more: its customer said no, or nobody said yes in
 * time.
 */
export async function explained(
  db: Db,
  { cardId, threadId, fact }: { cardId: string; threadId: string; fact: Fact },
): Promise<Fact> {
  if (fact.kind !== 'denied' || fact.reason !== 'three_ds_failed') return fact
  const asked = await db
    .selectFrom('card_challenges')
    .select('state')
    .where('thread_id', '=', threadId)
    .where('card_id', '=', cardId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!asked || asked.state === 'cancelled') return fact
  return { ...fact, reason: asked.state === 'denied' ? 'three_ds_denied' : 'three_ds_expired' }
}
