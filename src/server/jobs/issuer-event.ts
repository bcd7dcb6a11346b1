import { lockIssuedCard } from '../cards/cards.ts'
import { carryOut, changeOf } from '../cards/purchases.ts'
import type { CardStatus, CardTable, IssuerEventTable } from '../cards/tables.ts'
import { storedFact } from '../cards/thread.ts'
import { type Db, transaction } from '../database.ts'
import { type Meaning, meaningOf } from '../hooks/issuer-words.ts'
import { showPurchase } from '../hooks/purchase-bill.ts'
import type { World } from '../world.ts'
import { askForAutoRecharge } from './auto-recharge.ts'
import { endCard } from './card-end.ts'
import { changeState } from './card-state.ts'
import { followDispute } from './follow-dispute.ts'
import { followOrder } from './follow-order.ts'
import { Later } from './runner.ts'

const strangerWaitMs = 3600_000

/**
 * Does what an event of the issuer tells, once: event, money and rows are one commit. An event about a card that we do
 * not know waits an hour, for its order may still be on the way, and is then put aside for a person to look at.
 */
export async function handleIssuerEvent(world: World, { eventId }: { eventId: string }): Promise<void> {
  const isStranger = await transaction(world.db, async db => {
    const event = await db
      .selectFrom('issuer_events')
      .selectAll()
      .where('id', '=', eventId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (event.handled_at) return false
    const meaning = read(world, event)
    if (meaning.of === 'nothing') {
      await finish(db, event.id, { answer: { ignored: 'yes' } })
      return false
    }
    if (meaning.of === 'order') {
      const isKnown = await followOrder(db, meaning)
      if (isKnown) await finish(db, event.id, { subject: `order:${meaning.issuerOrderId}` })
      return !isKnown && !(await giveUp(world, db, event))
    }
    if (meaning.of === 'dispute') {
      const isKnown = await followDispute(db, meaning)
      if (isKnown) await finish(db, event.id, { subject: `dispute:${meaning.reference}` })
      return !isKnown && !(await giveUp(world, db, event))
    }
    const card = await lockIssuedCard(db, meaning.issuerCardId)
    if (!card) return !(await giveUp(world, db, event))
    if (meaning.of === 'card') await followCard(db, { card, event, state: meaning.state })
    else await followPurchase(db, { card, event, meaning })
    return false
  })
  if (isStranger) throw new Later(5000)
}

function read(world: World, { id, type, payload }: { id: string; type: string; payload: unknown }): Meaning {
  try {
    const meaning = meaningOf(payload)
    if (meaning.of === 'nothing')
      world.log.warn({ event: id, type }, 'the issuer told something that we do not know')
    return meaning
  } catch (error) {
    world.log.error({ event: id, type, error }, 'an event of the issuer makes no sense and was put aside')
    return { of: 'nothing' }
  }
}

async function followPurchase(
  db: Db,
  { card, event, meaning }: { card: CardTable; event: { id: string }; meaning: Meaning & { of: 'purchase' } },
) {
  const { threadId, fact, sale } = meaning
  const change = await changeOf(db, { card, threadId, fact, sale })
  await showPurchase(db, change, await carryOut(db, change))
  await askForAutoRecharge(db, { card, cause: fact.id })
  await finish(db, event.id, { subject: threadId, fact: storedFact(fact) })
}

/** What the issuer did to a card. A freeze of theirs is one that the customer cannot lift; closed is for good. */
async function followCard(
  db: Db,
  { card, event, state }: { card: CardTable; event: EventRow; state: (Meaning & { of: 'card' })['state'] },
) {
  const subject = `card:${card.id}`
  const at = String(event.payload.at)
  const newest = await db
    .selectFrom('issuer_events')
    .select('payload')
    .where('subject', '=', subject)
    .where('type', '=', event.type)
    .execute()
  const isMended = state === 'pin_blocked' && card.pin_set_at !== null && Date.parse(at) <= +card.pin_set_at
  const isStale = isMended || newest.some(({ payload }) => Date.parse(String(payload.at)) > Date.parse(at))
  const status = isStale ? card.status : nextStatus(card.status, state)
  if (status === 'closed' && status !== card.status) await endCard(db, { card, status, eventId: event.id })
  else if (status !== card.status) await changeState(db, { card, status, eventId: event.id })
  await finish(db, event.id, { subject })
}

function nextStatus(status: CardStatus, state: (Meaning & { of: 'card' })['state']): CardStatus {
  if (status === 'closed' || status === 'lost' || status === 'expired') return status
  if (state === 'closed') return 'closed'
  if (state === 'pin_blocked') return status === 'active' ? 'pin_blocked' : status
  if (state === 'frozen') return status === 'active' ? 'frozen_risk' : status
  return status === 'frozen_risk' ? 'active' : status
}

/** True when an event about a card that never appeared has waited long enough. */
async function giveUp(world: World, db: Db, { id, received_at }: EventRow): Promise<boolean> {
  if (Date.now() - received_at.getTime() < strangerWaitMs) return false
  world.log.error({ event: id }, 'an event about a card that we do not know was put aside')
  await finish(db, id, { answer: { ignored: 'card unknown' } })
  return true
}

type EventRow = Pick<IssuerEventTable, 'id' | 'type' | 'received_at'> & { payload: Record<string, unknown> }

async function finish(
  db: Db,
  id: string,
  {
    answer = {},
    subject = null,
    fact,
  }: { answer?: object; subject?: string | null; fact?: ReturnType<typeof storedFact> },
) {
  await db
    .updateTable('issuer_events')
    .set({
      answer: JSON.stringify(answer),
      subject,
      fact: fact ? JSON.stringify(fact) : null,
      handled_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}
