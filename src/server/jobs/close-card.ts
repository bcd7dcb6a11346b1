import { standInFor } from '../cards/orders.ts'
import { transaction } from '../database.ts'
import type { World } from '../world.ts'
import { enqueue } from './outbox.ts'
import { Later } from './runner.ts'

/**
 * Tells the issuer that a card is closed, lost or stolen until it has surely answered. We let it pay nothing already, so
 * nobody waits for this but the card that stands in for a lost one: it is asked for from here on.
 */
export async function closeCard(
  world: World,
  { cardId, why }: { cardId: string; why: 'closed' | 'lost' | 'stolen' },
): Promise<void> {
  const { db, issuer, log } = world
  const { issuer_card_id: issuerCardId } = await db
    .selectFrom('cards')
    .select('issuer_card_id')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  const answer =
    why === 'closed' ? await issuer.close({ issuerCardId }) : await issuer.reportLost({ issuerCardId, why })
  if (answer.outcome === 'unknown') throw new Later(10_000)
  if (answer.outcome === 'declined' && answer.reason !== 'card_closed') {
    log.error({ cardId, why, reason: answer.reason }, 'the issuer did not close a card')
  }
  await transaction(db, async db => {
    const orderId = await standInFor(db, cardId, ['opening'])
    if (orderId) await enqueue(db, 'open-card', { orderId }, { key: orderId })
  })
}
