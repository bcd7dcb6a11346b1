import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Denied, Refused } from '../http/refused.ts'
import type { Secrets } from '../secrets.ts'

/** Keeps a cleaned picture, encrypted, under a path of 256 random bits that is served nowhere. */
export async function keepTicketPicture(
  { db, secrets }: { db: Db; secrets: Secrets },
  { userId, content }: { userId: string; content: Buffer },
): Promise<string> {
  const path = randomBytes(32).toString('base64url')
  const sealed = secrets.seal('ticket', content, path)
  await db.insertInto('ticket_pictures').values({ path, user_id: userId, content: sealed }).execute()
  return path
}

/** The picture itself, for an operator. */
export async function openTicketPicture(
  { db, secrets }: { db: Db; secrets: Secrets },
  path: string,
): Promise<Buffer> {
  const row = await db
    .selectFrom('ticket_pictures')
    .select('content')
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row) throw new Denied()
  return secrets.open('ticket', row.content, path)
}

/** Puts pictures of the customer's own to a line; one that is another's, used or forgotten refuses all of them. */
export async function attach(db: Db, { lineId, ...placed }: Placed): Promise<void> {
  await place(db, placed, { line_id: lineId })
}

/** As `attach`, to a line of a dispute. */
export async function attachToDispute(db: Db, { lineId, ...placed }: Placed): Promise<void> {
  await place(db, placed, { dispute_line_id: lineId })
}

/** The pictures of a dispute's line, in the order they came. */
export async function picturesOfDispute(
  world: { db: Db; secrets: Secrets },
  lineId: string,
): Promise<Buffer[]> {
  const rows = await world.db
    .selectFrom('ticket_pictures')
    .select('path')
    .where('dispute_line_id', '=', lineId)
    .orderBy('created_at')
    .orderBy('path')
    .execute()
  return await Promise.all(rows.map(({ path }) => openTicketPicture(world, path)))
}

interface Placed {
  userId: string
  lineId: string
  images: readonly string[]
}

async function place(
  db: Db,
  { userId, images }: Omit<Placed, 'lineId'>,
  line: { line_id: string } | { dispute_line_id: string },
): Promise<void> {
  if (images.length === 0) return
  const asked = [...new Set(images)]
  const attached = await db
    .updateTable('ticket_pictures')
    .set(line)
    .where('path', 'in', asked)
    .where('user_id', '=', userId)
    .where('line_id', 'is', null)
    .where('dispute_line_id', 'is', null)
    .returning('path')
    .execute()
  if (attached.length !== asked.length) throw new Refused('upload_failed', { reason: 'missing' })
}

/** Deletes pictures that were uploaded a day ago and never sent. */
export async function dropUnattached(db: Db): Promise<void> {
  await db
    .deleteFrom('ticket_pictures')
    .where('line_id', 'is', null)
    .where('dispute_line_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
