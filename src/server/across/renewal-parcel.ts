import { isDeleted } from '../account/deletions.ts'
import { raiseAlarm } from '../alarms.ts'
import { isOver, lockCard } from '../cards/cards.ts'
import type { OrderStanding } from '../cards/issuer.ts'
import { cardToRenew, keepParcel, lockRenewal, type Parcel } from '../cards/renewals.ts'
import type { Db } from '../database/database.ts'
import { noteMailed, tellRenewal } from './renewal-books.ts'

/**
 * Takes what the issuer says of the order of a new plastic, told under the name of its renewal: where the parcel is, and that
 * the card is renewed, should that answer not have been heard. False where there is no such renewal. What is older than what
 * is known, and what comes after the plastic was activated or its card ended, changes nothing.
 */
export async function followParcel(
  db: Db,
  { reference, standing }: { reference: string; standing: OrderStanding },
): Promise<boolean> {
  const cardId = await cardToRenew(db, reference)
  if (!cardId) return false
  const card = await lockCard(db, cardId)
  const renewal = await lockRenewal(db, cardId)
  if (renewal?.id !== reference || standing.version <= renewal.order_version) return true
  if (isOver(card) || (renewal.state !== 'asked' && renewal.state !== 'mailed')) return true
  if (renewal.state === 'asked') await noteMailed(db, card, renewal)
  const parcel = parcels[standing.state] ?? null
  const tracking = (await isDeleted(db, card.user_id)) ? null : standing.tracking
  await keepParcel(db, renewal, { version: standing.version, parcel, at: standing.changedAt, tracking })
  if (parcel !== 'shipped' && parcel !== 'returned') return true
  await tellRenewal(db, card, {
    status: parcel === 'shipped' ? 'renewalShipped' : 'renewalReturned',
    key: `${renewal.id}:${standing.version}`,
    ...(parcel === 'shipped' && tracking && { tracking }),
  })
  if (parcel === 'returned') {
    const detail = { userId: card.user_id, why: 'returned' }
    await raiseAlarm(db, { kind: 'card_not_renewed', subject: card.id, detail })
  }
  return true
}

/** Where an order is a parcel. */
const parcels: Partial<Record<OrderStanding['state'], Parcel>> = {
  shipped: 'shipped',
  delivered: 'delivered',
  returned: 'returned',
}
