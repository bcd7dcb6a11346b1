import type { Opening } from '../../contract/card.ts'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import { capture, hold, Overdrawn, openAccount, release } from '../ledger/ledger.ts'
import type { IssuedCard } from './issuer.ts'
import { type CardKind, kindOf } from './kinds.ts'
import { bridge, masterAccount, sameInUsdt, walletFee } from './money/bridge.ts'
import { rechargeFee, refuseOverdraft } from './money/recharging.ts'
import type { CardOrderTable, OrderedFor } from './tables.ts'

/** What opening a card costs, in USDT minor units. */
export interface OpeningCost {
  openFeeMinor: bigint
  rechargeMinor: bigint
  feeMinor: bigint
  totalMinor: bigint
}

/** An order as it is read; its amounts in USDT minor units. */
export type Order = Omit<CardOrderTable, 'cardholder'> & { cardholder: OrderedFor }

/** Open fee, the recharge at opening and the fee of that. */
export function openingCost(kind: CardKind, usdMinor: bigint): OpeningCost {
  const { openFeeMinor } = kind
  const [rechargeMinor, feeMinor] = [sameInUsdt(usdMinor), rechargeFee(kind, usdMinor)]
  return { openFeeMinor, rechargeMinor, feeMinor, totalMinor: openFeeMinor + rechargeMinor + feeMinor }
}

/** The same of an order that exists. */
export function costOf(order: Pick<Order, 'open_fee_minor' | 'recharge_minor' | 'fee_minor'>): OpeningCost {
  const { open_fee_minor: openFeeMinor, recharge_minor: rechargeMinor, fee_minor: feeMinor } = order
  return { openFeeMinor, rechargeMinor, feeMinor, totalMinor: openFeeMinor + rechargeMinor + feeMinor }
}

/** What a card in place of a lost one costs. */
export const noCost: OpeningCost = { openFeeMinor: 0n, rechargeMinor: 0n, feeMinor: 0n, totalMinor: 0n }

/** Reserves the cost in the wallet; refused with what is missing. Null when there is nothing to reserve. */
export async function reserve(
  db: Db,
  { orderId, userId, cost }: { orderId: string; userId: string; cost: OpeningCost },
): Promise<string | null> {
  if (cost.totalMinor === 0n) return null
  const accountId = await masterAccount(db, userId)
  try {
    const request = { accountId, amountMinor: cost.totalMinor, idempotencyKey: `open-card:${orderId}` }
    return (await hold(db, { ...request, reason: 'open-card' })).holdId
  } catch (error) {
    if (error instanceof Overdrawn)
      return await refuseOverdraft(db, { accountId, neededMinor: cost.totalMinor })
    throw error
  }
}

/** Writes an order; its hold and its bill are there already. */
export async function writeOrder(
  db: Db,
  order: {
    orderId: string
    userId: string
    kind: CardKind
    nickname: string | null
    cardholder: OrderedFor
    cost: OpeningCost
    holdId: string | null
    billId: string
    cardholderSessionId?: string | null
    replacesCardId?: string
  },
): Promise<void> {
  const { cost } = order
  await db
    .insertInto('card_orders')
    .values({
      id: order.orderId,
      user_id: order.userId,
      card_type_id: order.kind.id,
      nickname: order.nickname,
      cardholder: JSON.stringify(order.cardholder),
      open_fee_minor: cost.openFeeMinor,
      recharge_minor: cost.rechargeMinor,
      fee_minor: cost.feeMinor,
      hold_id: order.holdId,
      cardholder_session_id: order.cardholderSessionId ?? null,
      replaces_card_id: order.replacesCardId ?? null,
      status: 'opening',
      bill_id: order.billId,
      created_at: new Date(),
    })
    .execute()
}

/** The order, kept as it is until the transaction ends; undefined when it has been decided already. */
export async function lockOpening(db: Db, orderId: string): Promise<Order | undefined> {
  const order = await db
    .selectFrom('card_orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return order.status === 'opening' ? order : undefined
}

/** Charges an order and writes the card that it became. The caller has locked it; the hold is used up by this. */
export async function completeOrder(db: Db, order: Order, issued: IssuedCard) {
  const cardId = newId()
  const userId = order.user_id
  const accountId = await openAccount(db, { kind: 'card', ownerId: userId, code: cardId, currency: 'USD' })
  const transfers = await charge(db, order, accountId)
  const { firstName, lastName, areaCode, phone } = order.cardholder
  await db
    .insertInto('cards')
    .values({
      id: cardId,
      user_id: userId,
      order_id: order.id,
      card_type_id: order.card_type_id,
      issuer_card_id: issued.issuerCardId,
      account_id: accountId,
      last4: issued.last4,
      holder: `${firstName} ${lastName}`.toUpperCase(),
      nickname: order.nickname,
      phone,
      area_code: areaCode,
      status: 'active',
      annual_fee_minor: kindOf(order).annualFeeMinor,
      created_at: new Date(),
    })
    .execute()
  await db
    .updateTable('card_orders')
    .set({ status: 'success', card_id: cardId, ended_at: new Date() })
    .where('id', '=', order.id)
    .execute()
  return { cardId, ...transfers }
}

/** Gives the whole hold back. The caller has locked the order. */
export async function refuseOrder(
  db: Db,
  order: Order,
  reason: 'card_open_failed' | 'budget_failed',
): Promise<void> {
  if (order.hold_id) await release(db, { holdId: order.hold_id })
  await db
    .updateTable('card_orders')
    .set({ status: 'fail', reason, ended_at: new Date() })
    .where('id', '=', order.id)
    .execute()
}

/** Captures the hold in parts, each a transfer with a reason of its own; the last one closes it. */
async function charge(db: Db, order: Order, cardAccountId: string) {
  const { hold_id: holdId } = order
  const walletAccountId = await masterAccount(db, order.user_id)
  const { openFeeMinor, rechargeMinor, feeMinor } = costOf(order)
  const usdMinor = rechargeMinor / sameInUsdt(1n)
  const parts = [
    { reason: 'open-fee', entries: await walletFee(db, { walletAccountId, feeMinor: openFeeMinor }) },
    { reason: 'recharge-fee', entries: await walletFee(db, { walletAccountId, feeMinor }) },
    { reason: 'recharge', entries: await bridge(db, { walletAccountId, cardAccountId, usdMinor }) },
  ].filter(({ entries }) => entries.every(({ amountMinor }) => amountMinor !== 0n))
  const transferIds = new Map<string, string>()
  for (const [place, { reason, entries }] of parts.entries()) {
    if (!holdId) throw new Error(`the order ${order.id} charges what it never held`)
    const { transferId } = await capture(db, {
      holdId,
      idempotencyKey: `${reason}:${order.id}`,
      reason,
      entries,
      final: place === parts.length - 1,
    })
    transferIds.set(reason, transferId)
  }
  return {
    openFeeTransferId: transferIds.get('open-fee') ?? null,
    feeTransferId: transferIds.get('recharge-fee') ?? null,
    rechargeTransferId: transferIds.get('recharge') ?? null,
    usdMinor,
  }
}

/** An order of the caller as it travels. */
export async function openingOf(db: Db, { userId, orderId }: { userId: string; orderId: string }) {
  const order = await db
    .selectFrom('card_orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!order) return null
  const { openFeeMinor, rechargeMinor, feeMinor, totalMinor } = costOf(order)
  return {
    status: order.status,
    ...(order.card_id && { id: order.card_id }),
    ...(order.reason && { reason: order.reason }),
    replaces: order.replaces_card_id,
    openFee: format(openFeeMinor, 'USDT'),
    rechargeAmount: format(rechargeMinor, 'USDT'),
    rechargeFee: format(feeMinor, 'USDT'),
    total: format(totalMinor, 'USDT'),
    createTime: order.created_at.toISOString(),
  }
}

/** The openings of a person that are in progress, newest first, as they travel. */
export async function openingsOf(db: Db, userId: string): Promise<Opening[]> {
  const orders = await db
    .selectFrom('card_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'opening')
    .orderBy('id', 'desc')
    .execute()
  return orders.map(order => ({
    orderId: order.id,
    cardTypeId: order.card_type_id,
    cardTypeName: kindOf(order).name,
    total: format(costOf(order).totalMinor, 'USDT'),
    createTime: order.created_at.toISOString(),
  }))
}

/** The order of the card that stands in for this one, opened or on its way unless told otherwise; undefined without one. */
export async function standInFor(
  db: Db,
  cardId: string,
  statuses: readonly Order['status'][] = ['opening', 'success'],
): Promise<string | undefined> {
  const order = await db
    .selectFrom('card_orders')
    .select('id')
    .where('replaces_card_id', '=', cardId)
    .where('status', 'in', statuses)
    .executeTakeFirst()
  return order?.id
}

/** The order that a card came from; undefined of a physical card, which comes from a virtual one. */
export async function orderBehind(db: Db, card: { order_id: string | null }): Promise<Order | undefined> {
  return await db.selectFrom('card_orders').selectAll().where('id', '=', card.order_id).executeTakeFirst()
}

/** The issuer's funding record of a customer, if it has been made. */
export async function budgetOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('budgets')
    .select('issuer_budget_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.issuer_budget_id
}

/**
 * Keeps the funding record and gives the one that is kept: orders of one customer that ask at once are given the same
 * one by the issuer, and whichever is first keeps it. Throws when it is another customer's.
 */
export async function keepBudget(
  db: Db,
  { userId, issuerBudgetId }: { userId: string; issuerBudgetId: string },
): Promise<string> {
  await db
    .insertInto('budgets')
    .values({ user_id: userId, issuer_budget_id: issuerBudgetId, created_at: new Date() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = await budgetOf(db, userId)
  if (!kept) throw new Error(`the funding record ${issuerBudgetId} is another customer's`)
  return kept
}
