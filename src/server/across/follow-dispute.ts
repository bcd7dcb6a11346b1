import type { Db } from '../database/database.ts'
import type { Meaning } from '../hooks/issuer-words.ts'
import { isId } from '../id.ts'
import { followStanding, lockDisputeAndCard } from './dispute-books.ts'

/** Follows what the issuer tells of a dispute; false when we know none of that name. */
export async function followDispute(
  db: Db,
  { reference, issuerDisputeId, standing }: Meaning & { of: 'dispute' },
): Promise<boolean> {
  if (!isId(reference)) return false
  const known = await db.selectFrom('disputes').select('id').where('id', '=', reference).executeTakeFirst()
  if (!known) return false
  await followStanding(db, await lockDisputeAndCard(db, known.id), { issuerDisputeId, standing })
  return true
}
