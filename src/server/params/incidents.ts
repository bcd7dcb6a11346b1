import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'

/** What operators tell everybody, in both languages. */
export interface Incident {
  zh: string
  en: string
  /** ISO 8601, UTC. */
  since: string
}

/** What is told at present. */
export async function currentIncident(db: Db): Promise<Incident | null> {
  const row = await db
    .selectFrom('incidents')
    .select(['zh', 'en', 'created_at'])
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? { zh: row.zh, en: row.en, since: row.created_at.toISOString() } : null
}

/** Tells something instead of what was told before. */
export async function setIncident(
  db: Db,
  { zh, en, operator }: { zh: string; en: string; operator: string },
): Promise<string> {
  await clearIncident(db)
  const id = newId()
  await db.insertInto('incidents').values({ id, zh, en, set_by: operator, ended_at: null }).execute()
  return id
}

/** Ends what is told; gives its id, null when nothing was. */
export async function clearIncident(db: Db): Promise<string | null> {
  const ended = await db
    .updateTable('incidents')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended?.id ?? null
}
