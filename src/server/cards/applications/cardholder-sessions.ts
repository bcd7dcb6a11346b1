import type { Db } from '../../database/database.ts'
import { Denied } from '../../http/refused.ts'
import type { CardholderSessionRow } from './application-tables.ts'

/** Keeps a session that the issuer has opened; its id is the reference that the issuer was given. */
export async function keepSession(
  db: Db,
  session: {
    id: string
    userId: string
    cardTypeId: string
    issuerCardholderId: string
    expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('cardholder_sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      card_type_id: session.cardTypeId,
      issuer_cardholder_id: session.issuerCardholderId,
      state: 'pending',
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The caller's session of that id; somebody else's and none at all are denied alike. */
export async function ownSession(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<CardholderSessionRow> {
  const session = await sessionById(db, id)
  if (session?.user_id !== userId) throw new Denied()
  return session
}

/** A session by its id; undefined when there is none. */
async function sessionById(db: Db, id: string): Promise<CardholderSessionRow | undefined> {
  return await db.selectFrom('cardholder_sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Writes what the issuer said of a cardholder; its first yes or no stays. */
export async function keepAnswer(
  db: Db,
  { id, state }: Pick<CardholderSessionRow, 'id' | 'state'>,
): Promise<void> {
  await db
    .updateTable('cardholder_sessions')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** The issuer's name of a confirmed cardholder for a kind of card; undefined when there is none or no yes. */
export async function confirmedCardholder(
  db: Db,
  { sessionId, cardTypeId }: { sessionId: string | null; cardTypeId: string },
): Promise<string | undefined> {
  const session = sessionId === null ? undefined : await sessionById(db, sessionId)
  const isConfirmed = session?.state === 'confirmed' && session.card_type_id === cardTypeId
  return isConfirmed ? session.issuer_cardholder_id : undefined
}
