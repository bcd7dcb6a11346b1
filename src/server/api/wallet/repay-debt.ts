import { format, parse } from '../../../contract/money.ts'
import { repayDebt as call } from '../../../contract/wallet.ts'
import { type NewBill, writeBills } from '../../bills/bills.ts'
import { walletToCardBill } from '../../bills/wallet-to-card.ts'
import { bridgeEntries, sameInUsdt } from '../../cards/money/bridge.ts'
import { type CardMoney, lockCardMoney, type MovedCard } from '../../cards/money/card-money.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import type { Transfer } from '../../ledger/ledger.ts'
import { type Notice, tellAll } from '../../messages/messages.ts'
import { decisionDesk, type Moved, type Shown, type Wish } from '../deciding/decision-desk.ts'

type Repay = typeof call

/** All that a card owes is repaid from the wallet, one to one; no limit, no fee and no state of the card is in its way. */
export const repayDebt = decisionDesk<Repay, CardMoney | null, Repayment>(call, {
  read: (db, wishes) =>
    lockCardMoney(
      db,
      wishes.map(({ userId, input }) => ({ userId, cardId: input.id })),
    ),
  plan: planRepayment,
  show: showRepayments,
})

interface Repayment {
  card: MovedCard
  usdMinor: bigint
  walletAvailableMinor: bigint
  transfers: Transfer[]
}

function planRepayment(money: CardMoney | null, { input }: Wish<Repay>): Repayment {
  if (!money) throw new Denied()
  const { card, onCard, inWallet, walletAccountId, house } = money
  const usdMinor = -onCard.balanceMinor
  if (usdMinor <= 0n) throw new Refused('modify_failed', { reason: 'no_debt' })
  const usdtMinor = sameInUsdt(usdMinor)
  if (parse(input.amount, 'USD') !== usdMinor)
    throw new Refused('quote_expired', { total: format(usdtMinor, 'USDT') })
  const walletAvailableMinor = inWallet.availableMinor - usdtMinor
  if (walletAvailableMinor < 0n)
    throw new Refused('balance_insufficient', { missing: format(-walletAvailableMinor, 'USDT') })
  const transfer = {
    idempotencyKey: `debt-repaid:${newId()}`,
    reason: 'debt-repaid',
    entries: bridgeEntries(house, { walletAccountId, cardAccountId: card.account_id, usdMinor }),
  }
  return { card, usdMinor, walletAvailableMinor, transfers: [transfer] }
}

function showRepayments(moves: readonly Moved<Repayment>[]): Shown<Repay> {
  const shown = moves.map(move => ({ ...move, billId: newId() }))
  return {
    answers: shown.map(({ billId, usdMinor, walletAvailableMinor }) => ({
      amount: format(usdMinor, 'USD'),
      paid: format(sameInUsdt(usdMinor), 'USDT'),
      walletAvailable: format(walletAvailableMinor, 'USDT'),
      billId,
    })),
    write: db => Promise.all([writeBills(db, shown.map(billOf)), tellAll(db, shown.map(noticeOf))]),
  }
}

type ShownRepayment = Moved<Repayment> & { billId: string }

function billOf({ billId, transferIds: [transferId = ''], card, usdMinor }: ShownRepayment): NewBill {
  const usdtMinor = sameInUsdt(usdMinor)
  return walletToCardBill({ billId, transferId, card, usdMinor, usdtMinor, feeMinor: 0n, what: 'debtPaid' })
}

function noticeOf({ billId, transferIds, card, usdMinor }: ShownRepayment): Notice {
  return {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: { what: 'debtPaid', amount: format(usdMinor, 'USD'), currency: 'USD', last4: card.last4 },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `debt-repaid:${transferIds[0]}`,
  }
}
