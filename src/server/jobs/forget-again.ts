import { sql } from 'kysely'
import { forgetAgain } from '../across/forget-person.ts'
import { transaction } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import type { World } from '../world.ts'
import { Later } from './queue/runner.ts'

const days = 30
const dayMs = 24 * 3600_000

/**
 * Forgets a deleted customer once more, and again for a month, each time after twice as long: a call or job that had begun
 * before may write of them when they are forgotten already, and the issuer may tell of a card of theirs weeks later.
 */
export async function forgetAgainOf({ db }: World, { userId }: { userId: string }): Promise<void> {
  const passedMs = await transaction(db, async db => {
    await lockCustomer(db, userId)
    await forgetAgain(db, userId)
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from now() - deleted_at)::float * 1000 as ms from users where id = ${userId}`.execute(
      db,
    )
    return rows[0]?.ms ?? 0
  })
  if (passedMs < days * dayMs) throw new Later(Math.min(Math.max(passedMs, 5000), dayMs))
}
