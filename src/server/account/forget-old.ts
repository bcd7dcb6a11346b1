import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'

const atOnce = 20_000

/** Sessions nobody comes back to. */
const over = sql`select id from sessions where ended_at is not null or expires_at < now()`

/** What has had its time, by table. */
const old = {
  email_codes: sql`expires_at < now() - interval '1 day'`,
  telegram_launches: sql`expires_at < now()`,
  // A node whose clock is behind thinks a challenge good when it is over here: it must find it used.
  used_challenges: sql`expires_at < now() - interval '1 day'`,
  pin_passes: sql`expires_at < now()`,
  // Wrong PINs count in a row however long it takes; a right one is what ends the count.
  attempts: sql`window_ends_at < now() - interval '1 day' and not starts_with(subject, 'pin:')`,
  spent_tokens: sql`session_id in (${over})`,
  push_subscriptions: sql`session_id in (${over})`,
  known_devices: sql`seen_at < now() - interval '1 year'`,
  // A secret that was shown and never confirmed.
  second_factors: sql`confirmed_at is null and started_at < now() - interval '1 day'`,
  email_changes: sql`undo_until < now() - interval '90 days'`,
}

/**
 * Deletes what has had its time: codes, counts, launch data, challenges, passes, tokens and push subscriptions of sessions that
 * are over, devices
 * nobody came with for a year, and addresses that were given up a quarter ago.
 */
export async function forgetOldSecrets(db: Db): Promise<void> {
  await inTurn(Object.entries(old), async ([table, isOld]) => {
    // However many strangers have left behind: each statement is over in time.
    while ((await forgetSome(db, table, isOld)) === atOnce);
  })
}

async function forgetSome(db: Db, table: string, isOld: typeof old.attempts): Promise<number> {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${name} where ctid = any(array(select ctid from ${name} where ${isOld} limit ${atOnce}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/**
 * No count of tries and no pause lasts longer than a day: what ends later was begun by a clock that ran ahead, and ends in a
 * day from now. Nobody is kept out for as long as that clock was wrong, and nobody let in sooner than was meant.
 */
export async function shortenWaits(db: Db): Promise<void> {
  const ends = { attempts: 'window_ends_at', users: 'hold_until' }
  await inTurn(Object.entries(ends), async ([table, column]) => {
    const end = sql.ref(column)
    await sql`
      update ${sql.table(table)} set ${end} = now() + interval '24 hours'
      where ${end} > now() + interval '25 hours'`.execute(db)
  })
}
