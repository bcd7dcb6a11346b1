import { format } from '../../contract/money.ts'
import type { NewBill } from './bills.ts'

/** The row of what went from a card to the wallet, one to one and without a fee (decision D11). */
export function cardToWalletBill({
  card,
  usdMinor,
  usdtMinor,
  what,
  ...given
}: {
  card: { id: string; user_id: string; last4: string }
  /** What left the card, in USD minor units. */
  usdMinor: bigint
  /** What arrived, in USDT minor units. */
  usdtMinor: bigint
  /** What the first step of its trail says. */
  what: 'transferred' | 'freed'
  transferId: string
  /** A new one by default. */
  billId?: string
}): NewBill {
  return {
    ...given,
    userId: card.user_id,
    cardId: card.id,
    kind: 'transfer',
    amountMinor: usdtMinor,
    currency: 'USDT',
    account: 'wallet',
    remark: { from: card.last4, to: 'wallet', paid: format(usdMinor, 'USD'), paidCurrency: 'USD' },
    status: 'done',
    step: { what },
  }
}
