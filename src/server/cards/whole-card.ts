import type { Output } from '../../contract/call.ts'
import type { BillingAddress, detail } from '../../contract/card.ts'
import type { Db } from '../database/database.ts'
import { shownCard } from './cards.ts'
import { kindOf } from './kinds.ts'
import { shownRenewal } from './renewals.ts'
import type { CardTable } from './tables.ts'

/** A card as its own page shows it: with its billing address, and whether its phone may become another. */
export async function wholeCard(db: Db, card: CardTable): Promise<Output<typeof detail>> {
  return {
    ...(await shownCard(db, card)),
    billingAddress: await billingAddress(db, card),
    canChangePhone: kindOf(card).changesPhone,
    renewal: await shownRenewal(db, card),
  }
}

/** As it was asked for with; a physical card is billed where its virtual one is. */
async function billingAddress(db: Db, card: CardTable): Promise<BillingAddress | null> {
  const order = await db
    .selectFrom('cards')
    .innerJoin('card_orders', 'card_orders.id', 'cards.order_id')
    .select(['card_orders.card_type_id', 'card_orders.cardholder'])
    .where('cards.id', '=', card.parent_card_id ?? card.id)
    .executeTakeFirst()
  if (!order || [order, card].some(each => kindOf(each).asksCardholder)) return null
  const { address, city, postalCode, country } = order.cardholder
  return { address, city, postalCode, country }
}
