import type { Output } from '../../contract/call.ts'
import { type Currency, format, parse } from '../../contract/money.ts'
import * as wallet from '../../contract/wallet.ts'
import { type NewBill, writeBills } from '../bills/bills.ts'
import { cardToWalletBill } from '../bills/card-to-wallet.ts'
import { bridgeEntries, sameInUsdt } from '../cards/bridge.ts'
import { type CardMoney, lockCardMoney, type MovedCard } from '../cards/card-money.ts'
import { refuseCall } from '../cards/card-states.ts'
import { haveRecharged, planRecharge, type RechargePlan } from '../cards/recharging.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { showRecharges } from '../jobs/recharge-books.ts'
import type { Transfer } from '../ledger/ledger.ts'
import { type Notice, tellAll } from '../messages/messages.ts'
import { Denied, Refused } from '../refused.ts'
import type { World } from '../world.ts'
import { decisionDesk, type Moved, type Shown, type Wish } from './decision-desk.ts'
import type { Handlers } from './handler.ts'

type ToCard = typeof wallet.convertToCardBalance
type ToWallet = typeof wallet.convertToMasterBalance

/** From the wallet to a card: the handler of the wallet noun that belongs to cards. */
export function rechargeHandlers(world: World): Pick<Handlers<typeof wallet>, 'convertToCardBalance'> {
  return {
    convertToCardBalance: (input, customer) => recharge(world, { input, customer }),
  }
}

const recharge = decisionDesk<ToCard, RechargeFacts, RechargePlan>(wallet.convertToCardBalance, {
  facts: rechargeFacts,
  plan: planToCard,
  show: recharges => ({ answers: recharges.map(answerOf), write: db => showRecharges(db, recharges) }),
})

/** What is free on a card goes back to the wallet, one to one and without a fee; from a closed card too. */
export const cardToWallet = decisionDesk<ToWallet, CardMoney | null, ToWalletPlan>(
  wallet.convertToMasterBalance,
  {
    facts: (db, wishes) => lockCardMoney(db, wishes.map(cardOf)),
    plan: planToWallet,
    show: showToWallets,
  },
)

type RechargeFacts = (CardMoney & { hasRecharged: boolean }) | null

/** Whether somebody has recharged before is asked under the lock of their master balance. */
async function rechargeFacts(db: Db, wishes: readonly Wish<ToCard>[]): Promise<RechargeFacts[]> {
  const owners = wishes.map(({ userId }) => userId)
  const [moneys, recharged] = await Promise.all([
    lockCardMoney(db, wishes.map(cardOf)),
    haveRecharged(db, owners),
  ])
  return moneys.map(money => money && { ...money, hasRecharged: recharged.has(money.card.user_id) })
}

function cardOf({ userId, input }: Wish<ToCard | ToWallet>) {
  return { userId, cardId: input.cardId ?? '' }
}

function planToCard(facts: RechargeFacts, { input }: Wish<ToCard>): RechargePlan {
  if (!facts) throw new Denied()
  refuseOtherCurrency(input.currency)
  refuseCall(facts.card, 'convertToCardBalance')
  const plan = planRecharge(facts, input.amount)
  if (input.total !== undefined) refuseOtherTotal(input.total, plan)
  return plan
}

/** The customer pays what they were shown, or is asked again. */
function refuseOtherTotal(total: string, { usdMinor, feeMinor }: RechargePlan) {
  const totalMinor = sameInUsdt(usdMinor) + feeMinor
  if (parse(total, 'USDT') === totalMinor) return
  throw new Refused('quote_expired', { fee: format(feeMinor, 'USDT'), total: format(totalMinor, 'USDT') })
}

function answerOf({ rechargeId, usdMinor, feeMinor, ...left }: RechargePlan): Output<ToCard> {
  return {
    rechargeId,
    amount: format(usdMinor, 'USD'),
    fee: format(feeMinor, 'USDT'),
    cardAvailable: format(left.cardAvailableMinor, 'USD'),
    walletAvailable: format(left.walletAvailableMinor, 'USDT'),
  }
}

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

function refuseOtherCurrency(currency: Currency) {
  if (currency !== 'USDT' && currency !== 'USD') throw new Refused('currency_unsupported')
}

function atLeastZero(minor: bigint): bigint {
  return minor < 0n ? 0n : minor
}
