import { format } from '../../contract/money.ts'
import { standsStill } from '../account/standstill.ts'
import { userById } from '../account/users.ts'
import { writeBill } from '../bills/bills.ts'
import { isOver } from '../cards/cards.ts'
import {
  annualFeesDue,
  type ChargedFee,
  chargeFee,
  dueMinor,
  type FeeOfYear,
  feesToTell,
  fixFee,
  lockFee,
  tryTomorrow,
} from '../cards/money/annual-fees.ts'
import { lockCardMoney, type MovedCard } from '../cards/money/card-money.ts'
import { type Db, transaction } from '../database/database.ts'
import { newId } from '../id.ts'
import { inTurn } from '../in-turn.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { dayIn } from '../zone.ts'
import type { Schedule } from './queue/runner.ts'

/**
 * A card's annual fee is told a month ahead and charged on the anniversary of its opening, from the card or else from the
 * wallet. Where neither has enough it is said once and tried daily; money that stands still is waited for, and so is a card
 * that the issuer holds.
 */
export const annualFees: Schedule = {
  name: 'annual-fees',
  everyMs: 60 * 60_000,
  run: world => annualFeesRound(world),
}

/**
 * One round of it; each fee in commits of its own, and however many fail, none in the way of the others. The first failure is
 * thrown at the end: a person is called while that goes on.
 */
export async function annualFeesRound(world: World, { pageSize = 200 } = {}): Promise<void> {
  const steps = [
    { find: feesToTell, work: tellAhead },
    { find: annualFeesDue, work: chargeAnnualFee },
  ]
  await inTurn(steps, ({ find, work }) =>
    inTurn(pagesOf(world.db, { find, size: pageSize }), page => inTurn(page, fee => work(world, fee))),
  )
}

async function* pagesOf(
  db: Db,
  { find, size }: { find: typeof annualFeesDue; size: number },
): AsyncGenerator<FeeOfYear[]> {
  let after: FeeOfYear | undefined
  do {
    const page = await find(db, { after, size })
    yield page
    after = page.length === size ? page.at(-1) : undefined
  } while (after)
}

async function tellAhead({ db }: World, of: FeeOfYear): Promise<void> {
  await transaction(db, async db => {
    const fixed = await fixFee(db, of)
    if (!fixed || fixed.amountMinor === 0n) return
    const { card, amountMinor, dueAt } = fixed
    // Closed before that day it costs nothing: it is the day of whoever reads it.
    const { timezone } = await userById(db, card.user_id)
    await tellOfCard(db, card, {
      params: { status: 'feeAhead', ...shownUsdt(amountMinor), date: dayIn(timezone, dueAt) },
      key: `annual-fee:${of.cardId}:${of.year}:ahead`,
    })
  })
}

/** Charges one fee, once whoever asks and however often: all of it is one commit under the lock of the card. */
export async function chargeAnnualFee({ db }: World, of: FeeOfYear): Promise<void> {
  await transaction(db, async db => {
    const owner = await db
      .selectFrom('cards')
      .select('user_id')
      .where('id', '=', of.cardId)
      .executeTakeFirst()
    if (!owner) return
    const [money] = await lockCardMoney(db, [{ userId: owner.user_id, cardId: of.cardId }])
    const fee = await lockFee(db, of)
    if (!money || !fee || isOver(money.card)) return
    const { card } = money
    const feeMinor = dueMinor(fee, card)
    const isWaiting = card.frozen_by_issuer || (await standsStill(db, card.user_id))
    if (feeMinor === 0n || isWaiting) return await tryTomorrow(db, fee)
    const charged = await chargeFee(db, { fee, feeMinor, money })
    if (charged) return await showCharged(db, card, { ...of, charged })
    await tryTomorrow(db, fee)
    await tellOfCard(db, card, {
      params: { status: 'feeShort', ...shownUsdt(feeMinor) },
      key: `annual-fee:${of.cardId}:${of.year}:short`,
    })
  })
}

async function showCharged(
  db: Db,
  card: MovedCard,
  { cardId, year, charged }: FeeOfYear & { charged: ChargedFee },
): Promise<void> {
  const { from, amountMinor, currency, transferId } = charged
  const billId = newId()
  await writeBill(db, {
    billId,
    userId: card.user_id,
    kind: 'fee',
    amountMinor: -amountMinor,
    currency,
    account: from === 'card' ? card.last4 : 'wallet',
    cardId,
    remark: { fee: 'annualFee', last4: card.last4 },
    status: 'done',
    transferId,
    step: { what: 'charged' },
  })
  await tell(db, {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'consume',
    params: {
      what: from === 'card' ? 'annualFee' : 'annualFeeWallet',
      amount: format(amountMinor, currency),
      currency,
      last4: card.last4,
    },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `annual-fee:${cardId}:${year}`,
  })
}

async function tellOfCard(
  db: Db,
  { id, user_id: userId, last4 }: Pick<MovedCard, 'id' | 'user_id' | 'last4'>,
  { params, key }: { params: Record<string, string>; key: string },
): Promise<void> {
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'cardState',
    params: { ...params, last4 },
    action: `/pages/cardDetail/cardDetail?id=${id}`,
    eventKey: key,
  })
}

function shownUsdt(amountMinor: bigint) {
  return { amount: format(amountMinor, 'USDT'), currency: 'USDT' }
}
