import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { inTurn } from '../in-turn.ts'

const deletions = [
  sql`delete from email_codes where expires_at < now() - interval '1 day'`,
  sql`delete from telegram_launches where expires_at < now()`,
  // Wrong PINs count in a row however long it takes; a right one is what ends the count.
  sql`
    delete from attempts
    where window_ends_at < now() - interval '1 day' and not starts_with(subject, 'pin:')`,
  sql`
    delete from spent_tokens t using sessions s
    where s.id = t.session_id and (s.ended_at is not null or s.expires_at < now())`,
  sql`delete from known_devices where seen_at < now() - interval '1 year'`,
  sql`delete from email_changes where undo_until < now() - interval '90 days'`,
]

/**
 * Deletes what has had its time: codes, counts, launch data, tokens of sessions that are over, devices nobody came with
 * for a year, and addresses that were given up a quarter ago.
 */
export async function forgetOldSecrets(db: Db): Promise<void> {
  await inTurn(deletions, deletion => deletion.execute(db))
}
