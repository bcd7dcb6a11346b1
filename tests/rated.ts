import { sql } from 'kysely'
import type { Db } from '../src/server/database.ts'
import { keepRates } from '../src/server/rates/rates.ts'

/** What a source says now of one ETH in USDT, and that stays a rate of now however long a busy machine takes. */
export async function rateOfEther(db: Db, rate = '3000'): Promise<void> {
  await keepRates(db, { at: new Date(), rates: [{ base: 'ETH', quote: 'USDT', rate }] })
  await sql`update rates set read_at = now() + interval '1 hour'`.execute(db)
}
