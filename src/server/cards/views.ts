import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { pageOf } from '../http/page-of.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'

const viewsMax = 5

/** Records one look at the full card; refused after five of a card within an hour. The caller has locked the card. */
export async function takeView(
  db: Db,
  { cardId, userId, device }: { cardId: string; userId: string; device: string },
): Promise<string> {
  const views = await db
    .selectFrom('card_views')
    .select(sql<Date>`created_at + interval '1 hour'`.as('until'))
    .where('card_id', '=', cardId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at', 'desc')
    .limit(viewsMax)
    .execute()
  const oldest = views[viewsMax - 1]
  if (oldest)
    throw new Refused('limit_exceeded', { limit: String(viewsMax), until: oldest.until.toISOString() })
  const id = newId()
  await db
    .insertInto('card_views')
    .values({ id, card_id: cardId, user_id: userId, device, created_at: sql<Date>`now()` })
    .execute()
  return id
}

/** One page of the looks at a card, newest first. */
export async function viewsOf(
  db: Db,
  { cardId, page, pageSize }: { cardId: string; page: number; pageSize: number },
): Promise<{ list: { id: string; time: string; device: string }[]; total: number }> {
  const views = db
    .selectFrom('card_views')
    .select(['id', 'created_at', 'device'])
    .where('card_id', '=', cardId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { list, total } = await pageOf(views, { page, pageSize })
  return {
    list: list.map(({ id, created_at, device }) => ({ id, time: created_at.toISOString(), device })),
    total,
  }
}
