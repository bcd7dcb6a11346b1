import { sql } from 'kysely'
import { type Db, prepared } from '../../database/database.ts'
import { pipelined } from '../../database/pipeline.ts'
import { type AccountName, type Balance, type LockedBalance, lockNamed } from '../../ledger/ledger.ts'
import type { CardFlags, CardTable } from '../tables.ts'
import { type HouseSide, houseSide, masterAccount, masterOf } from './bridge.ts'

/** As much of a card as a movement of its money is decided by. */
export type MovedCard = Pick<
  CardTable,
  'id' | 'user_id' | 'card_type_id' | 'account_id' | 'last4' | 'status' | keyof CardFlags
>

/** What a movement between a wallet and a card is decided by. Nothing of it changes until the transaction ends. */
export interface CardMoney {
  card: MovedCard
  onCard: Balance
  walletAccountId: string
  inWallet: Balance
  house: HouseSide
}

/**
 * Locks each customer's card and master balance and reads them; null for a card that is not theirs. All of it is asked at
 * once: what is asked after it on this connection is answered under these locks.
 */
export async function lockCardMoney(
  db: Db,
  owned: readonly { userId: string; cardId: string }[],
): Promise<(CardMoney | null)[]> {
  const named = [...owned.map(cardAccountOf), ...owned.map(({ userId }) => masterOf(userId))]
  const [cards, house, balances] = await pipelined(db, db =>
    Promise.all([lockCards(db, owned), houseSide(db), lockNamed(db, named)]),
  )
  const moneys: (CardMoney | null)[] = []
  for (const [index, { userId, cardId }] of owned.entries()) {
    const card = cards.get(cardId.toLowerCase())
    const onCard = balances[index]
    if (card?.user_id !== userId) moneys.push(null)
    else if (!onCard) throw new Error('a card has no account')
    else {
      const inWallet = balances[owned.length + index] ?? (await openMaster(db, userId))
      moneys.push({ card, onCard, walletAccountId: inWallet.accountId, inWallet, house })
    }
  }
  return moneys
}

function cardAccountOf({ userId, cardId }: { userId: string; cardId: string }): AccountName {
  return { kind: 'card', ownerId: userId, currency: 'USD', code: cardId.toLowerCase() }
}

/** Of somebody who never had any. */
async function openMaster(db: Db, userId: string): Promise<LockedBalance> {
  await masterAccount(db, userId)
  const [opened] = await lockNamed(db, [masterOf(userId)])
  if (!opened) throw new Error('a master balance was opened and is not there')
  return opened
}

/** In the order of their ids, and before any account, as everybody does. */
async function lockCards(
  db: Db,
  owned: readonly { userId: string; cardId: string }[],
): Promise<Map<string, MovedCard>> {
  const { rows: cards } = await sql<MovedCard>`${prepared}
    select id, user_id, card_type_id, account_id, last4, status,
      frozen_by_customer, frozen_by_issuer, is_activated, is_pin_blocked
    from cards
    where id = any (${owned.map(({ cardId }) => cardId)}::uuid[])
      and user_id = any (${owned.map(({ userId }) => userId)}::uuid[])
    order by id for no key update`.execute(db)
  return new Map(cards.map(card => [card.id, card]))
}
