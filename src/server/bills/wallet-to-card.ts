import { format } from '../../contract/money.ts'
import type { NewBill } from './bills.ts'

/** The row of what went from the wallet onto a card, one to one (decision D11). What it cost on top has a row of its own. */
export function walletToCardBill({
  card,
  usdMinor,
  usdtMinor,
  feeMinor,
  what,
  ...given
}: {
  card: { id: string; user_id: string; last4: string }
  /** What arrived, in USD minor units. */
  usdMinor: bigint
  /** What left the wallet, in USDT minor units. */
  usdtMinor: bigint
  /** What it cost on top, in USDT minor units, where the row tells it. */
  feeMinor?: bigint
  /** What the first step of its trail says; `autoRecharged` is what the card did by itself. */
  what: 'recharged' | 'autoRecharged' | 'debtPaid'
  transferId: string
  /** A new one by default. */
  billId?: string
  /** Its own by default. */
  traceId?: string
}): NewBill {
  return {
    ...given,
    userId: card.user_id,
    cardId: card.id,
    kind: 'topUp',
    amountMinor: usdMinor,
    currency: 'USD',
    account: card.last4,
    remark: {
      ...{ from: 'wallet', to: card.last4, paid: format(usdtMinor, 'USDT'), paidCurrency: 'USDT' },
      ...(feeMinor !== undefined && { fee: format(feeMinor, 'USDT') }),
      ...(what === 'autoRecharged' && { auto: 'yes' }),
    },
    status: 'done',
    step: { what },
  }
}
