import type { ApplicationRow } from '../cards/applications/application-tables.ts'
import { isHeld, isOver } from '../cards/cards.ts'
import { type Said, standingOf } from '../cards/states/said.ts'
import { keepFlags } from '../cards/states/status.ts'
import type { CardFlags, CardTable, IssuerEventTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { happenedAt, type Meaning } from '../hooks/issuer-words.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { endUnused } from './application-books.ts'
import { endCard, releaseHeld } from './card-end.ts'
import { changeState } from './card-state.ts'

/** A word of the issuer's on a card. */
type CardWord = (Meaning & { of: 'card' })['state']
/** The event that carries it. */
type CardEvent = Pick<IssuerEventTable, 'id' | 'type' | 'received_at'> & { payload: Record<string, unknown> }

/**
 * What the issuer did to a card. A freeze of theirs is one that the customer cannot lift, and ends no other; when it ends,
 * the issuer is told of the customer's anew, which may have ended with it there. Closed and expired are for good; what a
 * freeze of theirs holds on an expired card is let go when they say so, or close it. Told in another order than it
 * happened, it comes to the same. The caller has locked the card, and before it the application it was made for.
 */
export async function followCard(
  db: Db,
  {
    card,
    made,
    event,
    state,
  }: { card: CardTable; made: ApplicationRow | undefined; event: CardEvent; state: CardWord },
): Promise<void> {
  const earlier = await db
    .selectFrom('issuer_events')
    .select(['payload', 'received_at'])
    .where('subject', '=', `card:${card.id}`)
    .where('type', '=', event.type)
    .execute()
  const at = timeIn(event)
  if (state === 'pin_blocked') {
    const isLate = earlier.some(told => timeIn(told) > at)
    const isMended = card.pin_set_at !== null && at <= card.pin_set_at
    if (isLate || isMended || isOver(card)) return
    return void (await changeState(db, { card, flags: { is_pin_blocked: true }, eventId: event.id }))
  }
  if (earlier.some(told => timeIn(told) >= at))
    return await catchUp(db, { card, made, eventId: event.id, state, said: [...earlier, event].map(saidIn) })
  if (!isOver(card)) return await obey(db, { card, made, state, eventId: event.id })
  if (isHeld(card) && (state === 'active' || state === 'closed')) await releaseHeld(db, card)
}

/** A card whose end was not told before, and what the issuer says of it. */
interface Word {
  card: CardTable
  made: ApplicationRow | undefined
  state: Said['state']
  eventId: string
}

async function obey(db: Db, { card, made, state, eventId }: Word): Promise<void> {
  if (state === 'closed' || state === 'expired') {
    if (made) await endUnused(db, made, { card, why: state })
    return void (await endCard(db, { card, status: state, eventId }))
  }
  const flags: Partial<CardFlags> = { frozen_by_issuer: state === 'frozen' }
  await changeState(db, { card, flags, eventId })
  if (state === 'active' && card.frozen_by_issuer) await enqueue(db, 'freeze-card', { cardId: card.id })
}

/**
 * Follows a word that arrived after later ones, or after one of the same moment. The later ones have decided whether the
 * card is frozen. If the word ends the card, that end counts all the same, and so does what a freeze held by then. Money
 * that went to the wallet before that was known stays there.
 */
async function catchUp(db: Db, late: Word & { said: readonly Said[] }): Promise<void> {
  const { card, made, eventId, state, said } = late
  const { end, isFrozen } = standingOf(said)
  if (end === null) {
    if (card.frozen_by_issuer !== isFrozen)
      return await obey(db, { card, made, eventId, state: isFrozen ? 'frozen' : 'active' })
    // The issuer has unfrozen it since, and may have lifted the customer's freeze with its own.
    if (state === 'frozen' && !isFrozen) await enqueue(db, 'freeze-card', { cardId: card.id })
    return
  }
  // It ended without a word of the issuer: lost, or closed by its customer.
  if (isOver(card) && !said.some(({ state }) => state === card.status)) return
  if (card.status === end) return await mendHold(db, card, isFrozen)
  const mended =
    card.frozen_by_issuer === isFrozen ? card : await keepFlags(db, card, { frozen_by_issuer: isFrozen })
  if (made && !isOver(card)) await endUnused(db, made, { card, why: end })
  await endCard(db, { card: mended, status: end, eventId })
}

async function mendHold(db: Db, card: CardTable, isFrozen: boolean): Promise<void> {
  if (card.status !== 'expired' || card.frozen_by_issuer === isFrozen) return
  if (isFrozen) await keepFlags(db, card, { frozen_by_issuer: true })
  else await releaseHeld(db, card)
}

type ToldWord = Pick<CardEvent, 'payload' | 'received_at'>

function timeIn({ payload, received_at: toldAt }: ToldWord): Date {
  return happenedAt({ at: new Date(String(payload.at)), toldAt })
}

function saidIn(event: ToldWord): Said {
  const { state } = event.payload.data as Pick<Said, 'state'>
  return { state, at: timeIn(event) }
}
