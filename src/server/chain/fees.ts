import type { Db } from '../database/database.ts'
import { houseAccount, post, reverse } from '../ledger/ledger.ts'
import { feeCoin, feeMinorOf } from './sweeps/sweep-terms.ts'

/** What the network took, in its smallest unit and as it is booked, and the transfer; none where it took nothing. */
export interface BookedFee {
  fee_raw: string
  fee_minor: bigint
  transfer_id: string | null
}

/** Books what the network took for a transaction of ours: an expense of the house, out of what is on the chain. Once for a key. */
export async function postFee(db: Db, { key, feeRaw }: { key: string; feeRaw: bigint }): Promise<BookedFee> {
  const amountMinor = feeMinorOf(feeRaw)
  const fee = { fee_raw: `${feeRaw}`, fee_minor: amountMinor }
  if (amountMinor === 0n) return { ...fee, transfer_id: null }
  const [expense, chain] = [
    await houseAccount(db, { code: 'network_fees', currency: feeCoin }),
    await houseAccount(db, { code: 'chain', currency: feeCoin }),
  ]
  const { transferId } = await post(db, {
    idempotencyKey: key,
    reason: 'network-fee',
    entries: [
      { accountId: expense, amountMinor: -amountMinor },
      { accountId: chain, amountMinor },
    ],
  })
  return { ...fee, transfer_id: transferId }
}

/** Books a fee back: the block in which it was paid is lost. */
export async function returnFee(db: Db, transferId: string): Promise<void> {
  await reverse(db, {
    transferId,
    idempotencyKey: `fee-lost:${transferId}`,
    reason: 'network-fee-returned',
  })
}
