import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type BookedFee, postFee, returnFee } from '../fees.ts'
import type { SweepRow } from './sweep-tables.ts'

/** Books what a sweep has cost; no customer pays it. The fee of gas is that of a nonce of the hot wallet (`nonce-fees.ts`). */
export async function bookFee(
  db: Db,
  { row: { id, kind, endings }, feeRaw }: { row: Pick<SweepRow, 'id' | 'kind' | 'endings'>; feeRaw: bigint },
): Promise<BookedFee | null> {
  return kind === 'gas' ? null : await postFee(db, { key: `sweep:${id}:${endings}`, feeRaw })
}

/**
 * What had ended in blocks that are lost has not ended: its fee is booked back, and it is handed to the network until it is
 * in a block again.
 */
export async function loseSweeps(
  db: Db,
  { network, above }: { network: string; above: bigint },
): Promise<void> {
  const { rows } = await sql<Pick<SweepRow, 'id' | 'transfer_id'>>`
    select id, transfer_id from sweeps
    where network = ${network} and block_height > ${above} and status <> 'sent' order by id for update`.execute(
    db,
  )
  for (const { id, transfer_id: transferId } of rows) {
    if (transferId) await returnFee(db, transferId)
    await sql`
      update sweeps set status = 'sent', block_height = null, block_hash = null, fee_raw = null, fee_minor = null,
        transfer_id = null, ended_at = null
      where id = ${id}`.execute(db)
    await sql`update sweep_attempts set broadcast_at = null, answer = null where sweep_id = ${id}`.execute(db)
  }
}

/** What sweeping a network has cost, in minor units: the fees of sweeps, and of the gas for them. */
export async function feesOfSweeping(db: Db, network: string): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(fee_minor), 0)::bigint as minor from (
      select fee_minor from sweeps where network = ${network}
      union all
      select f.fee_minor from sweeps s join nonce_fees f on f.network = s.network and f.nonce = s.nonce
      where s.network = ${network} and s.kind = 'gas'
    ) fees`.execute(db)
  return rows[0]?.minor ?? 0n
}
