import { comparePin } from '../../account/pin.ts'
import { lockCard } from '../../cards/cards.ts'
import { type CardCall, refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { tell } from '../../messages/messages.ts'
import type { World } from '../../world.ts'

/** What a change does to what a card may be used for. */
export type Step = 'nothing' | 'less' | 'more'

/** A change of what a card may be used for, and how its owner is told. */
export interface Adjustment {
  card: CardTable
  pin: string | undefined
  sessionId: string
  call: CardCall & ('cardLimit' | 'cardRule' | 'cardMerchants')
  step: (card: CardTable, db: Db) => Step | Promise<Step>
  write: (db: Db, card: CardTable) => Promise<void>
  told: { event: string; merchant?: string; hours?: string; limit?: string; currency?: string }
  /** The sheet of the card where it stands. */
  open: 'limits' | 'rules' | 'merchants' | 'shops'
}

/**
 * Changes a card's limits or rules, in force from this commit on. Less is free, more takes the PIN, which is compared
 * before the card is locked; what became more in the meantime is asked for again.
 */
export async function adjustCard(
  world: World,
  { card: seen, pin, sessionId, call, step, write, told, open }: Adjustment,
): Promise<CardTable> {
  const { id: cardId, user_id: userId } = seen
  refuseCall(seen, call)
  const isMore = (await step(seen, world.db)) === 'more'
  if (isMore) await comparePin(world, { userId, sessionId, pin: pin ?? pinMissing() })
  return await transaction(world.db, async db => {
    const card = await lockCard(db, cardId)
    refuseCall(card, call)
    const taken = await step(card, db)
    if (taken === 'nothing') return card
    if (taken === 'more' && !isMore) pinMissing()
    await write(db, card)
    await tell(db, {
      userId,
      kind: 'system',
      noticeType: 'security',
      params: { ...told, last4: card.last4 },
      action: `/pages/cardDetail/cardDetail?id=${cardId}&open=${open}`,
      eventKey: `card-control:${newId()}`,
    })
    return await lockCard(db, cardId)
  })
}

function pinMissing(): never {
  throw new Refused('input_invalid', { fields: { pin: 'required' } })
}
