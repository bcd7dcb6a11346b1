import { sql } from 'kysely'
import type { Person } from '../people/person.ts'
import type { Town } from './town.ts'

/** A minute goes by: an address may be sent another code, and the app, which counts over a reload too, has counted it. */
export async function minutePasses({ town, email, page }: Person): Promise<void> {
  await town.onDatabase(db =>
    sql`update email_codes set sent_at = sent_at - interval '61 seconds' where email = ${email}`.execute(db),
  )
  await page.evaluate(() => localStorage.removeItem('drafts'))
  await page.reload()
}

/**
 * Everything crashes, and the leases are over of the jobs that were under way: whoever had them is dead. What was claimed
 * since the new start is not touched.
 */
export async function leasesEndInCrash(town: Town): Promise<void> {
  const crashAt = new Date()
  await town.crash()
  await town.onDatabase(db =>
    sql`update jobs set run_at = now() where attempts > 0 and run_at > now() and asked_at < ${crashAt}`.execute(
      db,
    ),
  )
}

/** A schedule has its turn now, and not in a minute. */
export async function comesBy(town: Town, schedule: string): Promise<void> {
  await town.onDatabase(db => sql`update schedules set next_at = now() where name = ${schedule}`.execute(db))
}

/** The fifteen days go by in which a deletion can be taken back, and its schedule comes by. */
export async function daysPass(town: Town, email: string): Promise<void> {
  await town.onDatabase(db =>
    sql`update deletions set asked_at = asked_at - interval '15 days', due_at = due_at - interval '15 days'
      where state = 'waiting' and user_id = (select id from users where email = ${email})`.execute(db),
  )
  await comesBy(town, 'delete-users')
}
