import type { Db } from '../database.ts'
import { writeBill } from './bills.ts'

/** What a recharge cost on top, once charged. */
export interface RechargeFee {
  userId: string
  cardId: string
  last4: string
  /** In USDT minor units. */
  feeMinor: bigint
  /** That of the recharge. */
  traceId: string
  transferId: string
}

/** Writes the row of a recharge's fee, a row of its own beside the recharge's. */
export async function writeRechargeFee(db: Db, fee: RechargeFee): Promise<void> {
  const { userId, cardId, last4, feeMinor, traceId, transferId } = fee
  await writeBill(db, {
    userId,
    cardId,
    kind: 'fee',
    amountMinor: -feeMinor,
    currency: 'USDT',
    account: 'wallet',
    remark: { fee: 'rechargeFee', last4 },
    status: 'done',
    traceId,
    transferId,
    step: { what: 'charged' },
  })
}
