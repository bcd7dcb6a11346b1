import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { houseAccount, post, reverse } from '../../ledger/ledger.ts'
import type { SweepRow } from './sweep-tables.ts'
import { feeCoin, feeMinorOf } from './sweep-terms.ts'

/** What a sweep, or gas for one, has cost: an expense of the house, out of what is on the chain. No customer pays it. */
export async function bookFee(
  db: Db,
  { row: { id, endings }, feeRaw }: { row: Pick<SweepRow, 'id' | 'endings'>; feeRaw: bigint },
): Promise<Pick<SweepRow, 'fee_raw' | 'fee_minor' | 'transfer_id'>> {
  const amountMinor = feeMinorOf(feeRaw)
  const fee = { fee_raw: `${feeRaw}`, fee_minor: amountMinor }
  if (amountMinor === 0n) return { ...fee, transfer_id: null }
  const [expense, chain] = [
    await houseAccount(db, { code: 'network_fees', currency: feeCoin }),
    await houseAccount(db, { code: 'chain', currency: feeCoin }),
  ]
  const { transferId } = await post(db, {
    idempotencyKey: `sweep:${id}:${endings}`,
    reason: 'network-fee',
    entries: [
      { accountId: expense, amountMinor: -amountMinor },
      { accountId: chain, amountMinor },
    ],
  })
  return { ...fee, transfer_id: transferId }
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
    if (transferId)
      await reverse(db, {
        transferId,
        idempotencyKey: `sweep-lost:${transferId}`,
        reason: 'network-fee-returned',
      })
    await sql`
      update sweeps set status = 'sent', block_height = null, block_hash = null, fee_raw = null, fee_minor = null,
        transfer_id = null, ended_at = null
      where id = ${id}`.execute(db)
    await sql`update sweep_attempts set broadcast_at = null, answer = null where sweep_id = ${id}`.execute(db)
  }
}
