import { format, parse } from '../../../contract/money.ts'
import { convertToMasterBalance } from '../../../contract/wallet.ts'
import { type NewBill, writeBills } from '../../bills/bills.ts'
import { cardToWalletBill } from '../../bills/card-to-wallet.ts'
import { bridgeEntries, refuseOtherCurrency, sameInUsdt } from '../../cards/money/bridge.ts'
import { type CardMoney, lockCardMoney, type MovedCard } from '../../cards/money/card-money.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { atLeastZero } from '../../least.ts'
import type { Transfer } from '../../ledger/ledger.ts'
import { type Notice, tellAll } from '../../messages/messages.ts'
import { decisionDesk, type Moved, type Shown, type Wish } from '../deciding/decision-desk.ts'

type ToWallet = typeof convertToMasterBalance

/** What is free on a card goes back to the wallet, one to one and without a fee; from a closed card too. */
export const cardToWallet = decisionDesk<ToWallet, CardMoney | null, ToWalletPlan>(convertToMasterBalance, {
  read: (db, wishes) =>
    lockCardMoney(
      db,
      wishes.map(({ userId, input }) => ({ userId, cardId: input.cardId ?? '' })),
    ),
  plan: planToWallet,
  show: showToWallets,
})

interface ToWalletPlan {
  card: MovedCard
  usdMinor: bigint
  cardAvailableMinor: bigint
  walletAvailableMinor: bigint
  transfers: Transfer[]
}

function planToWallet(money: CardMoney | null, { input }: Wish<ToWallet>): ToWalletPlan {
  if (!money) throw new Denied()
  const { card, onCard, inWallet, walletAccountId, house } = money
  refuseOtherCurrency(input.currency)
  refuseCall(card, 'convertToMasterBalance', onCard)
  const { availableMinor } = onCard
  const usdMinor = parse(input.amount, 'USD')
  if (usdMinor === null || usdMinor <= 0n) {
    throw new Refused('amount_out_of_range', { min: '0.01', max: format(atLeastZero(availableMinor), 'USD') })
  }
  if (usdMinor > availableMinor) {
    throw new Refused('balance_insufficient', { missing: format(usdMinor - availableMinor, 'USD') })
  }
  const crossing = { walletAccountId, cardAccountId: card.account_id, usdMinor: -usdMinor }
  const transfer = {
    idempotencyKey: `card-to-wallet:${newId()}`,
    reason: 'card-to-wallet',
    entries: bridgeEntries(house, crossing),
  }
  return {
    card,
    usdMinor,
    cardAvailableMinor: availableMinor - usdMinor,
    walletAvailableMinor: inWallet.availableMinor + sameInUsdt(usdMinor),
    transfers: [transfer],
  }
}

function showToWallets(moves: readonly Moved<ToWalletPlan>[]): Shown<ToWallet> {
  const shown = moves.map(move => ({ ...move, billId: newId(), transferId: move.transferIds[0] ?? '' }))
  return {
    answers: shown.map(({ billId, transferId, usdMinor, cardAvailableMinor, walletAvailableMinor }) => ({
      transferId,
      amount: format(usdMinor, 'USD'),
      fee: '0',
      received: format(sameInUsdt(usdMinor), 'USDT'),
      billId,
      cardAvailable: format(cardAvailableMinor, 'USD'),
      walletAvailable: format(walletAvailableMinor, 'USDT'),
    })),
    write: db =>
      Promise.all([writeBills(db, shown.map(toWalletBill)), tellAll(db, shown.map(toWalletNotice))]),
  }
}

type ShownToWallet = ToWalletPlan & { billId: string; transferId: string }

function toWalletBill({ billId, transferId, card, usdMinor }: ShownToWallet): NewBill {
  const usdtMinor = sameInUsdt(usdMinor)
  return cardToWalletBill({ billId, transferId, card, usdMinor, usdtMinor, what: 'transferred' })
}

function toWalletNotice({ billId, transferId, card, usdMinor }: ShownToWallet): Notice {
  return {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: { amount: format(usdMinor, 'USD'), currency: 'USD', last4: card.last4 },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `card-to-wallet:${transferId}`,
  }
}
