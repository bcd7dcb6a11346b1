import type { Db } from '../database/database.ts'
import { type NewBill, writeBill } from './bills.ts'

/** What a recharge cost on top, once charged. */
interface RechargeFee {
  userId: string
  cardId: string
  last4: string
  /** In USDT minor units. */
  feeMinor: bigint
  /** That of the recharge. */
  traceId: string
  transferId: string
}

/** Writes the row of a recharge's fee. */
export async function writeRechargeFee(db: Db, fee: RechargeFee): Promise<void> {
  await writeBill(db, rechargeFeeBill(fee))
}

/** The row of a recharge's fee, a row of its own beside the recharge's. */
export function rechargeFeeBill({
  userId,
  cardId,
  last4,
  feeMinor,
  traceId,
  transferId,
}: RechargeFee): NewBill {
  return {
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
  }
}
