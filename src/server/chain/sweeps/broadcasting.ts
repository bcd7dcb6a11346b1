import { sql } from 'kysely'
import { inTurn } from '../../in-turn.ts'
import { againSeconds } from '../withdrawals/broadcasting.ts'
import type { Sweeping } from './sweeping.ts'

/**
 * Hands the network what is signed and in no block, or in none any more: the same bytes as before, as often as it takes, in
 * the order in which they were signed. The newest attempt first, as it pays best; an older one when that is refused.
 */
export async function broadcastSweeps({ db, treasury }: Sweeping): Promise<void> {
  const { rows } = await sql<{ sweep_id: string; number: number; raw: string }>`
    select a.sweep_id, a.number, a.raw
    from sweeps s join sweep_attempts a on a.sweep_id = s.id
    where s.network = ${treasury.network} and s.status = 'sent' and s.block_height is null and a.raw <> ''
      and not exists (
        select from sweep_attempts b
        where b.sweep_id = s.id and b.broadcast_at > now() - ${againSeconds} * interval '1 second'
      )
    order by s.created_at, s.id, a.number desc`.execute(db)
  const taken = new Set<string>()
  await inTurn(rows, async ({ sweep_id, number, raw }) => {
    if (taken.has(sweep_id)) return
    const answer = await treasury.broadcast(raw)
    if (answer !== 'refused') taken.add(sweep_id)
    await db
      .updateTable('sweep_attempts')
      .set({ answer, broadcast_at: sql<Date>`now()` })
      .where('sweep_id', '=', sweep_id)
      .where('number', '=', number)
      .execute()
  })
}
