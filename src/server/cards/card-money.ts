import { sql } from 'kysely'
import { type Db, kept, pipelined } from '../database.ts'
import { type Balance, lockBalances } from '../ledger/ledger.ts'
import { bridgeAccounts, type HouseSide } from './bridge.ts'
import type { CardTable } from './tables.ts'

/** As much of a card as a movement of its money is decided by. */
export type MovedCard = Pick<CardTable, 'id' | 'user_id' | 'card_type_id' | 'account_id' | 'last4' | 'status'>

/** What a movement between a wallet and a card is decided by. Nothing of it changes until the transaction ends. */
export interface CardMoney {
  card: MovedCard
  onCard: Balance
  walletAccountId: string
  inWallet: Balance
  house: HouseSide
}

/** Locks each customer's card and master balance and reads them; null for a card that is not theirs. */
export async function lockCardMoney(
  db: Db,
  owned: readonly { userId: string; cardId: string }[],
): Promise<(CardMoney | null)[]> {
  const owners = owned.map(({ userId }) => userId)
  const [cards, { house, masters }] = await pipelined(db, db =>
    Promise.all([lockCards(db, owned), bridgeAccounts(db, owners)]),
  )
  const accounts = [...cards.values()].map(card => [card.account_id, masters.get(card.user_id) ?? ''])
  const balances = await lockBalances(db, accounts.flat())
  return owned.map(({ userId, cardId }) => {
    const card = cards.get(cardId.toLowerCase())
    if (card?.user_id !== userId) return null
    const walletAccountId = masters.get(userId) ?? ''
    const [onCard, inWallet] = [balances.get(card.account_id), balances.get(walletAccountId)]
    if (!onCard || !inWallet) throw new Error('a card or its owner has no account')
    return { card, onCard, walletAccountId, inWallet, house }
  })
}

/** In the order of their ids, and before any account, as everybody does. */
async function lockCards(
  db: Db,
  owned: readonly { userId: string; cardId: string }[],
): Promise<Map<string, MovedCard>> {
  const { rows: cards } = await sql<MovedCard>`${kept}
    select id, user_id, card_type_id, account_id, last4, status from cards
    where id = any (${owned.map(({ cardId }) => cardId)}::uuid[])
      and user_id = any (${owned.map(({ userId }) => userId)}::uuid[])
    order by id for no key update`.execute(db)
  return new Map(cards.map(card => [card.id, card]))
}
