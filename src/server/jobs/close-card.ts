import { standInFor } from '../cards/orders.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './queue/kinds.ts'
import { enqueue } from './queue/outbox.ts'
import { Later } from './queue/runner.ts'

/**
 * Tells the issuer that a card is closed, lost or stolen until it has surely answered. We let it pay nothing already, so
 * nobody waits for this but the card that stands in for a lost one: it is asked for from here on.
 */
export async function closeCard(world: World, { cardId, why }: JobPayloads['close-card']): Promise<void> {
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

/**
 * Has the issuer told once more, since a card that stands in for this one is wanted now: told the same as before, where
 * that is still to be heard. It is a job of its own, without a key: the one that is there may have looked for such a card
 * already, and be about to end.
 */
export async function closeAgain(db: Db, cardId: string): Promise<void> {
  const job = await db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'close-card')
    .where('key', '=', cardId)
    .executeTakeFirst()
  const { why = 'closed' } = (job?.payload ?? {}) as Partial<JobPayloads['close-card']>
  await enqueue(db, 'close-card', { cardId, why })
}
