import { isOver } from '../cards/cards.ts'
import type { World } from '../world.ts'
import { Later } from './queue/runner.ts'

/**
 * Tells the issuer whether a card is frozen by its customer, until it has heard the newest state: another change may
 * overtake this one on its way. We enforce the freeze ourselves, so nobody waits for this.
 */
export async function freezeCard(world: World, { cardId }: { cardId: string }): Promise<void> {
  let told: boolean | null = null
  for (;;) {
    const card = await world.db
      .selectFrom('cards')
      .select(['issuer_card_id', 'status', 'frozen_by_customer', 'frozen_by_issuer'])
      .where('id', '=', cardId)
      .executeTakeFirstOrThrow()
    const isFrozen = card.frozen_by_customer
    if (told === isFrozen || isOver(card)) return
    // An issuer may keep one freeze for both of us. Theirs is not ours to lift; when it ends, this is asked for again.
    if (!isFrozen && card.frozen_by_issuer) return
    const answer = await world.issuer.setFrozen({ issuerCardId: card.issuer_card_id, isFrozen })
    if (answer.outcome === 'unknown') throw new Later(10_000)
    if (answer.outcome === 'declined') {
      return world.log.warn({ cardId, isFrozen }, 'the issuer did not take a freeze')
    }
    told = isFrozen
  }
}
