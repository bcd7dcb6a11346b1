import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { atLeastZero, least } from '../../least.ts'
import { balanceOf, post } from '../../ledger/ledger.ts'
import { isOver } from '../cards.ts'
import { lineOf } from '../purchases/card-line.ts'
import type { CardTable } from '../tables.ts'

/** What was evened out between a lost card and the one that stands in for it. */
export interface Evened {
  transferId: string
  standIn: CardTable
  /** What the stand-in owes since then in the place of the lost card; negative: what came back repaid of that. USD minor units. */
  owesMinor: bigint
}

/**
 * The card that goes on in place of a lost one, through as many as were lost after it, kept as it is until the transaction
 * ends; undefined while there is none, or when it is over, and of a card that is not lost. The caller has locked the lost
 * one, and takes this before any account.
 */
export async function lockStandIn(
  db: Db,
  card: Pick<CardTable, 'id' | 'status'>,
): Promise<CardTable | undefined> {
  let [last, next]: [typeof card, CardTable | undefined] = [card, undefined]
  while (last.status === 'lost') {
    next = await db
      .selectFrom('cards')
      .selectAll()
      .where('stands_in_for', '=', last.id)
      .orderBy('id', 'desc')
      .limit(1)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!next) return undefined
    last = next
  }
  return next && !isOver(next) ? next : undefined
}

/**
 * A lost card and those before it that it stood in for, the oldest first, kept as they are until the transaction ends. The
 * caller takes them before any account.
 */
export async function lockLine(db: Db, cardId: string): Promise<CardTable[]> {
  return await db
    .selectFrom('cards')
    .selectAll()
    .where('id', 'in', lineOf(cardId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** What a card owes: how far its balance is below zero; USD minor units. */
export async function debtOf(db: Db, card: Pick<CardTable, 'account_id'> | undefined): Promise<bigint> {
  return card ? atLeastZero(-(await balanceOf(db, card.account_id)).balanceMinor) : 0n
}

/**
 * Carries what a lost card owes to the one that stands in for it, where it can be repaid; what is free on the lost one
 * repays what that owes. Null when there is neither. The caller has locked both cards.
 */
export async function evenOut(
  db: Db,
  { card, standIn }: { card: Pick<CardTable, 'account_id'>; standIn: CardTable | undefined },
): Promise<Evened | null> {
  if (!standIn) return null
  const { availableMinor } = await balanceOf(db, card.account_id)
  const carriedMinor = await debtOf(db, card)
  const repaidMinor = least(atLeastZero(availableMinor), await debtOf(db, standIn))
  const owesMinor = carriedMinor - repaidMinor
  if (owesMinor === 0n) return null
  const { transferId } = await post(db, {
    idempotencyKey: `debt-carried:${newId()}`,
    reason: 'debt-carried',
    forced: owesMinor > 0n,
    entries: [
      { accountId: standIn.account_id, amountMinor: -owesMinor },
      { accountId: card.account_id, amountMinor: owesMinor },
    ],
  })
  return { transferId, standIn, owesMinor }
}
