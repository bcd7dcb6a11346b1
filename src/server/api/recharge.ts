import type { Input } from '../../contract/call.ts'
import { type Currency, format, parse } from '../../contract/money.ts'
import * as wallet from '../../contract/wallet.ts'
import { writeBill } from '../bills/bills.ts'
import { writeRechargeFee } from '../bills/recharge-fee.ts'
import { bridge, masterAccount, sameInUsdt } from '../cards/bridge.ts'
import { isOver, lockCard, ownCard } from '../cards/cards.ts'
import { recharge, rechargeMinor } from '../cards/recharging.ts'
import type { CardTable } from '../cards/tables.ts'
import { kindOf } from '../cards/types.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { balanceOf, Overdrawn, post } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import { Refused } from '../refused.ts'
import type { World } from '../world.ts'
import { decide } from './decision.ts'
import type { Handlers } from './handler.ts'

/** Between wallet and card, both ways: handlers of the wallet noun that belong to cards. */
export function rechargeHandlers(
  world: World,
): Pick<Handlers<typeof wallet>, 'convertToCardBalance' | 'convertToMasterBalance'> {
  return {
    async convertToCardBalance(input, customer) {
      await ownCard(world.db, { userId: customer.userId, cardId: input.cardId })
      const call = wallet.convertToCardBalance
      return await decide(world, { call, input, customer }, db => toCard(db, input))
    },

    async convertToMasterBalance(input, customer) {
      await ownCard(world.db, { userId: customer.userId, cardId: input.cardId })
      const call = wallet.convertToMasterBalance
      return await decide(world, { call, input, customer }, db => toWallet(db, input))
    },
  }
}

/** A card its owner has frozen takes money: frozen stops purchases, not recharges. */
async function toCard(db: Db, { cardId, amount, currency }: Input<typeof wallet.convertToCardBalance>) {
  const card = await lockCard(db, cardId)
  refuseOther(currency)
  if (isOver(card)) throw new Refused('card_closed')
  if (card.status === 'frozen_risk') throw new Refused('card_frozen')
  const walletAccountId = await masterAccount(db, card.user_id)
  const usdMinor = rechargeMinor(kindOf(card), amount)
  const moved = await recharge(db, { card, walletAccountId, usdMinor })
  await showRecharge(db, card, { ...moved, usdMinor })
  return {
    rechargeId: moved.rechargeId,
    amount: format(usdMinor, 'USD'),
    fee: format(moved.feeMinor, 'USDT'),
    ...(await availables(db, card, walletAccountId)),
  }
}

async function showRecharge(
  db: Db,
  card: CardTable,
  moved: Awaited<ReturnType<typeof recharge>> & { usdMinor: bigint },
) {
  const { rechargeId, usdMinor, feeMinor, transferId, feeTransferId } = moved
  const { last4 } = card
  const owned = { userId: card.user_id, cardId: card.id }
  const paid = format(sameInUsdt(usdMinor), 'USDT')
  const { billId } = await writeBill(db, {
    ...owned,
    kind: 'topUp',
    amountMinor: usdMinor,
    currency: 'USD',
    account: last4,
    remark: { from: 'wallet', to: last4, paid, paidCurrency: 'USDT', fee: format(feeMinor, 'USDT') },
    status: 'done',
    transferId,
    step: { what: 'recharged' },
  })
  if (feeTransferId) {
    await writeRechargeFee(db, { ...owned, last4, feeMinor, traceId: billId, transferId: feeTransferId })
  }
  await tell(db, {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'rechargeArrival',
    params: { amount: format(usdMinor, 'USD'), currency: 'USD', last4 },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `recharge:${rechargeId}`,
  })
}

/** What is free on a card goes back to the wallet, one to one and without a fee; from a closed card too. */
async function toWallet(db: Db, { cardId, amount, currency }: Input<typeof wallet.convertToMasterBalance>) {
  const card = await lockCard(db, cardId)
  refuseOther(currency)
  if (card.status === 'frozen_risk') throw new Refused('card_frozen')
  const { balanceMinor, availableMinor } = await balanceOf(db, card.account_id)
  if (balanceMinor < 0n) throw new Refused('balance_negative')
  const usdMinor = parse(amount, 'USD')
  if (usdMinor === null || usdMinor <= 0n) {
    throw new Refused('amount_out_of_range', { min: '0.01', max: format(atLeastZero(availableMinor), 'USD') })
  }
  const missing = () =>
    new Refused('balance_insufficient', { missing: format(usdMinor - availableMinor, 'USD') })
  if (usdMinor > availableMinor) throw missing()

  const walletAccountId = await masterAccount(db, card.user_id)
  const transferId = newId()
  const posted = await post(db, {
    idempotencyKey: `card-to-wallet:${transferId}`,
    reason: 'card-to-wallet',
    entries: await bridge(db, { walletAccountId, cardAccountId: card.account_id, usdMinor: -usdMinor }),
  }).catch(error => {
    throw error instanceof Overdrawn ? missing() : error
  })
  await showTransfer(db, card, { transferId: posted.transferId, usdMinor })
  return {
    transferId: posted.transferId,
    amount: format(usdMinor, 'USD'),
    fee: '0',
    ...(await availables(db, card, walletAccountId)),
  }
}

async function showTransfer(
  db: Db,
  card: CardTable,
  { transferId, usdMinor }: { transferId: string; usdMinor: bigint },
) {
  const paid = format(usdMinor, 'USD')
  const { billId } = await writeBill(db, {
    userId: card.user_id,
    cardId: card.id,
    kind: 'transfer',
    amountMinor: sameInUsdt(usdMinor),
    currency: 'USDT',
    account: 'wallet',
    remark: { from: card.last4, to: 'wallet', paid, paidCurrency: 'USD' },
    status: 'done',
    transferId,
    step: { what: 'transferred' },
  })
  await tell(db, {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: { amount: paid, currency: 'USD', last4: card.last4 },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `card-to-wallet:${transferId}`,
  })
}

function refuseOther(currency: Currency) {
  if (currency !== 'USDT' && currency !== 'USD') throw new Refused('currency_unsupported')
}

function atLeastZero(minor: bigint): bigint {
  return minor < 0n ? 0n : minor
}

async function availables(db: Db, card: CardTable, walletAccountId: string) {
  const [onCard, inWallet] = [await balanceOf(db, card.account_id), await balanceOf(db, walletAccountId)]
  return {
    cardAvailable: format(onCard.availableMinor, 'USD'),
    walletAvailable: format(inWallet.availableMinor, 'USDT'),
  }
}
