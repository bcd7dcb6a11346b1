import type { Output } from '../../../contract/call.ts'
import { confirmTransfer } from '../../../contract/message.ts'
import { format } from '../../../contract/money.ts'
import { writeBill } from '../../bills/bills.ts'
import { walletToCardBill } from '../../bills/wallet-to-card.ts'
import { lockCard } from '../../cards/cards.ts'
import { takeArrival } from '../../cards/money/arrivals.ts'
import { bridge, sameInUsdt } from '../../cards/money/bridge.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardArrivalTable, CardTable } from '../../cards/tables.ts'
import type { Db } from '../../database/database.ts'
import { balanceOf, post } from '../../ledger/ledger.ts'
import { retell } from '../../messages/messages.ts'
import { makeQuote } from '../../rates/quotes.ts'
import type { World } from '../../world.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handler } from '../handler.ts'
import { type Converted, convertAsQuoted } from './convert.ts'

/** A customer's yes to what came to the address of a card. */
export function confirmHandler(world: World): Handler<typeof confirmTransfer> {
  return async (input, customer) => {
    const { id: messageId, quoteId } = input
    const { userId } = customer
    return await decideOnce(world, { call: confirmTransfer, input, customer }, async db => {
      const arrival = await takeArrival(db, { userId, messageId })
      return await convertAndRecharge(db, { arrival, quoteId })
    })
  }
}

/**
 * Converts the coin, at the quoted rate or at the present one, and recharges the card with it. Both happen or neither: what
 * is refused leaves the coin in the wallet. The card is locked before any account.
 */
async function convertAndRecharge(
  db: Db,
  { arrival, quoteId: shownId }: { arrival: CardArrivalTable; quoteId: string | undefined },
): Promise<Output<typeof confirmTransfer>> {
  const { user_id: userId, currency: coin, amount_minor, bill_id: traceId, message_id: messageId } = arrival
  const card = await lockCard(db, arrival.card_id)
  refuseCall(card, 'confirmTransfer')
  const amount = format(amount_minor, coin)
  const { quoteId } = shownId ? { quoteId: shownId } : await makeQuote(db, { userId, from: coin, amount })
  const converted = await convertAsQuoted(db, { userId, quoteId, coin, amount, traceId })
  const usdMinor = converted.receiveMinor / sameInUsdt(1n)
  const { transferId } = await post(db, {
    idempotencyKey: `card-transfer:${messageId}`,
    reason: 'card-transfer',
    entries: await bridge(db, {
      walletAccountId: converted.walletAccountId,
      cardAccountId: card.account_id,
      usdMinor,
    }),
  })
  // The way it came is in the rows of the same trace.
  const { billId } = await writeBill(
    db,
    walletToCardBill({
      card,
      usdMinor,
      usdtMinor: sameInUsdt(usdMinor),
      transferId,
      traceId,
      what: 'recharged',
    }),
  )
  const received = format(usdMinor, 'USD')
  await retell(db, { userId, id: messageId, params: { what: 'confirmed', received } })
  return answerOf(db, { card, converted, usdMinor, billId })
}

async function answerOf(
  db: Db,
  {
    card,
    converted,
    usdMinor,
    billId,
  }: { card: CardTable; converted: Converted; usdMinor: bigint; billId: string },
) {
  const { availableMinor } = await balanceOf(db, card.account_id)
  return {
    cardId: card.id,
    amount: format(usdMinor, 'USD'),
    fee: format(converted.feeMinor, 'USDT'),
    rest: format(converted.receiveMinor - sameInUsdt(usdMinor), 'USDT'),
    cardAvailable: format(availableMinor, 'USD'),
    billId,
  }
}
