import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import { askForAutoRecharge } from '../jobs/auto-recharge.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { changeState } from './card-state.ts'

/**
 * Freezes a card as its owner, or lets it go; gives it as it is then. Ours first, in one commit: from then on we enforce
 * it. The issuer is told afterwards. The caller has locked the card.
 */
export async function freezeByOwner(
  db: Db,
  { card, isFrozen }: { card: CardTable; isFrozen: boolean },
): Promise<CardTable> {
  if (card.frozen_by_customer === isFrozen) return card
  const eventId = newId()
  const changed = await changeState(db, { card, flags: { frozen_by_customer: isFrozen }, eventId })
  await enqueue(db, 'freeze-card', { cardId: card.id })
  // It may have run low meanwhile: one that pays once at a time is frozen by the very purchase after which it does.
  if (!isFrozen) await askForAutoRecharge(db, { card: changed, cause: eventId })
  return changed
}
