import type { Db } from '../database/database.ts'
import type { World } from '../world.ts'

/** Keeps what a customer wants to read in our letters, sealed with a key that is not in the database; null forgets it. */
export async function setPhrase(
  { secrets }: Pick<World, 'secrets'>,
  db: Db,
  { userId, phrase }: { userId: string; phrase: string | null },
): Promise<void> {
  const sealed = phrase === null ? null : secrets.seal('phrase', Buffer.from(phrase), userId)
  await db.updateTable('users').set({ phrase: sealed }).where('id', '=', userId).execute()
}

/** The phrase of a customer; null when they chose none, or it cannot be opened: a letter must not wait for it. */
export async function phraseOf(
  { db, secrets, log }: Pick<World, 'db' | 'secrets' | 'log'>,
  userId: string,
): Promise<string | null> {
  const row = await db.selectFrom('users').select('phrase').where('id', '=', userId).executeTakeFirst()
  if (!row?.phrase) return null
  try {
    return secrets.open('phrase', row.phrase, userId).toString()
  } catch (error) {
    log.error({ error, userId }, 'a phrase cannot be opened: letters go without it')
    return null
  }
}
