import { sql } from 'kysely'
import type { Card } from '../../contract/card.ts'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { pageOf } from '../http/page-of.ts'
import { Denied } from '../http/refused.ts'
import { type Balance, balanceOf, balancesOf } from '../ledger/ledger.ts'
import { kindOf, traitsOf } from './kinds.ts'
import type { CardStatus, CardTable } from './tables.ts'

/** The caller's card of that id; somebody else's and none at all are denied alike. */
export async function ownCard(
  db: Db,
  { userId, cardId }: { userId: string; cardId: string },
): Promise<CardTable> {
  const card = await db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', cardId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!card) throw new Denied()
  return card
}

/** A card as it is now, kept so until the transaction ends. Taken before any account is: everybody keeps that order. */
export async function lockCard(db: Db, cardId: string): Promise<CardTable> {
  return await db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', cardId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** As `lockCard`, by the issuer's id; undefined when we know no such card. */
export async function lockIssuedCard(db: Db, issuerCardId: string): Promise<CardTable | undefined> {
  return await db
    .selectFrom('cards')
    .selectAll()
    .where('issuer_card_id', '=', issuerCardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** As `lockCard`, by the account that its money is on; undefined of every other account. */
export async function lockCardOn(db: Db, accountId: string): Promise<CardTable | undefined> {
  return await db
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The states of a card that will never pay again. */
export const over: readonly CardStatus[] = ['closed', 'lost', 'expired']

/** True of a card that will never pay again. */
export function isOver({ status }: { status: CardStatus }): boolean {
  return over.includes(status)
}

/** A person's cards that will never pay again. */
export async function cardsOver(db: Db, userId: string): Promise<string[]> {
  const cards = await db
    .selectFrom('cards')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', over)
    .execute()
  return cards.map(({ id }) => id)
}

/** True of a card that expired while the issuer froze it: the freeze holds its money until the issuer lets go or closes it. */
export function isHeld({
  status,
  frozen_by_issuer,
}: Pick<CardTable, 'status' | 'frozen_by_issuer'>): boolean {
  return status === 'expired' && frozen_by_issuer
}

/** True of a card that keeps nothing any more: what is free on it, or comes back to it, goes to its wallet. */
export function isEmptied(card: Pick<CardTable, 'status' | 'frozen_by_issuer'>): boolean {
  return isOver(card) && !isHeld(card)
}

/** Names a card, or takes its name away. */
export async function setNickname(
  db: Db,
  { cardId, nickname }: { cardId: string; nickname: string | null },
): Promise<void> {
  await db.updateTable('cards').set({ nickname }).where('id', '=', cardId).execute()
}

/** Cards of a person that work or may work again. */
export async function countLive(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cards where user_id = ${userId} and status <> all(${over})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Writes below what a card's owner hears that it runs low, or with null that they do not. */
export async function setLowBalance(
  db: Db,
  { cardId, belowMinor }: { cardId: string; belowMinor: bigint | null },
): Promise<void> {
  await db.updateTable('cards').set({ low_balance_minor: belowMinor }).where('id', '=', cardId).execute()
}

/** Cards that count for the limit of one person: those that work or may work again, and those being opened. */
export async function countCards(db: Db, userId: string): Promise<number> {
  const cards = db
    .selectFrom('cards')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', over)
  const orders = db
    .selectFrom('card_orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'opening')
  return (await cards.unionAll(orders).execute()).length
}

/** One page of a person's cards as they travel: those that are over come last, and each sort newest first. */
export async function cardsOf(
  db: Db,
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
): Promise<{ list: Card[]; total: number }> {
  const mine = db
    .selectFrom('cards')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(eb => eb('status', 'in', over))
    .orderBy('id', 'desc')
  const { list, total } = await pageOf(mine, { page, pageSize })
  const balances = new Map((await balancesOf(db, userId)).map(balance => [balance.accountId, balance]))
  return { list: list.map(row => cardOf(row, balances.get(row.account_id) ?? empty)), total }
}

/** One card as it travels, with what it holds now. */
export async function shownCard(db: Db, card: CardTable): Promise<Card> {
  return cardOf(card, await balanceOf(db, card.account_id))
}

const empty: Balance = { balanceMinor: 0n, heldMinor: 0n, availableMinor: 0n }

function cardOf(card: CardTable, { balanceMinor, heldMinor, availableMinor }: Balance): Card {
  const kind = kindOf(card)
  const isFrozen = card.status === 'frozen_user' || card.status === 'frozen_risk'
  return {
    id: card.id,
    cardOutId: card.id,
    cardNo: `**** **** **** ${card.last4}`,
    last4: card.last4,
    expiry: '**/**',
    balance: format(balanceMinor, 'USD'),
    frozenAmount: format(heldMinor, 'USD'),
    available: format(availableMinor, 'USD'),
    cardHolder: card.holder,
    cardTypeId: kind.id,
    cardTypeName: kind.name,
    ...traitsOf(kind),
    status: card.status === 'active' && balanceMinor < 0n ? 'negative' : card.status,
    ...(isFrozen && !card.is_activated && { isInactive: true as const }),
    nickname: card.nickname,
    phone: card.phone,
    areaCode: card.area_code,
    createTime: card.created_at.toISOString(),
  }
}
