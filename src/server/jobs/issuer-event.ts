import { sql } from 'kysely'
import { followChallenge } from '../across/challenge-books.ts'
import { followCard } from '../across/follow-card.ts'
import { followDispute } from '../across/follow-dispute.ts'
import { followOrder } from '../across/follow-order.ts'
import { showPurchase } from '../across/purchase-bill.ts'
import { noteExpiry, notePlasticExpired } from '../across/renewal-books.ts'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import { lockMade } from '../cards/applications/applications.ts'
import { lockIssuedCard } from '../cards/cards.ts'
import { explained } from '../cards/challenges/challenges.ts'
import { type Doubt, doubtOf } from '../cards/purchases/plausible.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import { carryOut, changeOf, movesAs, OtherCard } from '../cards/purchases/purchases.ts'
import { factAbout } from '../cards/purchases/reasons.ts'
import { contradict, type Fact, storedFact } from '../cards/purchases/thread.ts'
import type { CardTable, IssuerEventTable } from '../cards/tables.ts'
import { type Db, transaction } from '../database/database.ts'
import { type Meaning, meaningOf } from '../hooks/issuer-words.ts'
import type { World } from '../world.ts'
import { askForAutoRecharge } from './auto-recharge.ts'
import { enqueue } from './queue/outbox.ts'
import { Later } from './queue/runner.ts'

/**
 * Does what an event of the issuer tells, once: event, money and rows are one commit. An event about a card that we do
 * not know waits an hour, for its order may still be on the way, and is then put aside for a person to look at.
 */
export async function handleIssuerEvent(
  world: World,
  { eventId, isAccepted = false }: { eventId: string; isAccepted?: boolean },
): Promise<void> {
  const isStranger = await transaction(world.db, async db => {
    const event = await lockEvent(db, eventId)
    if (event.handled_at) return false
    const isKnown = await follow(world, db, { event, isAccepted })
    return !isKnown && !(await giveUp(db, event))
  })
  if (isStranger) throw new Later(5000)
}

async function lockEvent(db: Db, eventId: string) {
  return await db
    .selectFrom('issuer_events')
    .selectAll()
    .select(sql<boolean>`received_at <= now() - interval '1 hour'`.as('is_old'))
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** False when we do not know what it tells of. */
async function follow(world: World, db: Db, { event, isAccepted }: Followed): Promise<boolean> {
  const meaning = read(world, event)
  switch (meaning.of) {
    case 'nothing':
      await putAside(db, event, meaning.why)
      return true
    case 'order':
      if (!(await followOrder(db, meaning))) return false
      await finishTold(db, event.id, { subject: `order:${meaning.issuerOrderId}` })
      return true
    case 'dispute':
      if (!(await followDispute(db, meaning))) return false
      await finishTold(db, event.id, { subject: `dispute:${meaning.reference}` })
      return true
    default:
      return await followOfCard(world, db, { event, meaning, isAccepted })
  }
}

async function followOfCard(
  { config }: World,
  db: Db,
  { event, meaning, isAccepted }: Followed & { meaning: OfCard },
): Promise<boolean> {
  const made = meaning.of === 'card' ? await lockMade(db, meaning) : undefined
  const card = await lockIssuedCard(db, meaning.issuerCardId)
  if (!card) return false
  switch (meaning.of) {
    case 'card':
      await followCard(db, { card, made, event, state: meaning.state })
      await finish(db, event.id, { subject: `card:${card.id}` })
      return true
    case 'expiry': {
      const { expires } = meaning
      if (expires === 'plastic') await notePlasticExpired(db, card)
      else await noteExpiry(db, { card, expires, noticeSeconds: config.RENEWAL_NOTICE_SECONDS })
      await finish(db, event.id, { subject: `expiry:${card.id}` })
      return true
    }
    case 'challenge': {
      const subject = `challenge:${meaning.told.issuerChallengeId}`
      if (await followChallenge(db, { card, meaning })) await finish(db, event.id, { subject })
      else await putAside(db, event, 'told_otherwise')
      return true
    }
    case 'purchase':
      await followPurchase(db, { card, event, meaning, isAccepted })
      return true
  }
}

/**
 * Why an event is not followed: its type is new to us, it makes no sense, its card never appeared, its purchase is another
 * card's, what it tells was told of another purchase or with another sum, it takes or gives more than is believed at once
 * (two operators decide: `ops events accept`), or takes back what such a one would have given.
 */
type Aside =
  | 'unknown'
  | 'nonsense'
  | 'stranger'
  | 'other_card'
  | 'other_purchase'
  | 'told_otherwise'
  | 'too_large'
  | 'refund_waits'

interface Followed {
  event: Awaited<ReturnType<typeof lockEvent>>
  /** Two operators have said that it may take or give as much. */
  isAccepted: boolean
}
type OfCard = Exclude<ReturnType<typeof read>, { of: 'nothing' | 'order' | 'dispute' }>

function read(
  world: World,
  { id, type, payload, received_at }: { id: string; type: string; payload: unknown; received_at: Date },
) {
  try {
    const meaning = meaningOf(payload, received_at)
    return meaning.of === 'nothing' ? { ...meaning, why: 'unknown' as const } : meaning
  } catch (error) {
    world.log.error({ event: id, type, error }, 'an event of the issuer makes no sense')
    return { of: 'nothing' as const, why: 'nonsense' as const }
  }
}

/** A person looks at it: `ops events`. Of a type that we do not know, one alarm is enough. */
async function putAside(
  db: Db,
  { id, type }: Pick<EventRow, 'id' | 'type'>,
  why: Aside,
  { threadId = null, ...about }: { threadId?: string | null; cardId?: string; takesMinor?: string } = {},
) {
  await finish(db, id, { answer: { ignored: why, ...about }, subject: threadId })
  const subject = why === 'unknown' ? type : id
  await raiseAlarm(db, { kind: 'issuer_event_ignored', subject, detail: { event: id, type, why } })
}

async function followPurchase(
  db: Db,
  {
    card,
    event,
    meaning,
    isAccepted,
  }: { card: CardTable; event: EventRow; meaning: Meaning & { of: 'purchase' }; isAccepted: boolean },
) {
  const { threadId, sale } = meaning
  const told = factAbout(card, meaning.fact)
  const fact = await explained(db, { cardId: card.id, threadId, fact: told })
  const change = await changeOf(db, { card, threadId, fact, sale }).catch(noneOfOtherCard)
  if (!change) return await putAside(db, event, 'other_card')
  if (await isOfOther(db, change)) return await putAside(db, event, 'other_purchase')
  if (isToldOtherwise(change)) return await putAside(db, event, 'told_otherwise', { threadId })
  if (await isOfWaiting(db, change)) return await putAside(db, event, 'refund_waits', { threadId })
  const doubt = isAccepted ? null : await doubtOf(db, change)
  if (doubt) return await putAside(db, event, 'too_large', { threadId, ...untilPaid(card, doubt) })
  await showPurchase(db, change, await carryOut(db, change))
  await askForAutoRecharge(db, { card, cause: fact.id })
  await finish(db, event.id, { subject: threadId, fact: storedFact(fact) })
  await followWaiting(db, { threadId, fact })
}

/** What a card must be able to pay for a claim to be followed by itself (`waiting-claims.ts`). */
function untilPaid({ id: cardId }: CardTable, doubt: Doubt): { cardId?: string; takesMinor?: string } {
  return doubt.because === 'owes' ? { cardId, takesMinor: `${doubt.takesMinor}` } : {}
}

/**
 * Looks again at what was put aside until this fact came: a refund that overtook the clearing, and what takes back a refund
 * that was waiting itself or had not come yet. A claim waits for its card or for two operators, never for another claim. An
 * event that another worker follows at this moment is left to it: it sees this fact once it has the card.
 */
async function followWaiting(db: Db, { threadId, fact }: Pick<Change, 'threadId' | 'fact'>): Promise<void> {
  const waiting = waitsFor[fact.kind]
  if (!waiting) return
  const { rows } = await sql<{ id: string }>`
    update issuer_events set handled_at = null, answer = null
    where id in (
      select id from issuer_events
      where subject = ${threadId} and type = any (${waiting.types}) and answer ->> 'ignored' = any (${waiting.why})
      for update skip locked
    )
    returning id`.execute(db)
  for (const { id } of rows) await enqueue(db, 'issuer-event', { eventId: id })
}

const waitsFor: Partial<Record<Fact['kind'], { why: Aside[]; types: string[] }>> = {
  cleared: { why: ['too_large'], types: ['refund.posted', 'dispute.credited'] },
  refunded: { why: ['refund_waits', 'too_large'], types: ['refund.reversed', 'dispute.reversed'] },
}

function noneOfOtherCard(error: unknown): null {
  if (error instanceof OtherCard) return null
  throw error
}

/** A posting is of one purchase: told of another, too, it would be shown there and move nothing, or never come to an end. */
async function isOfOther(db: Db, { facts, fact }: Change): Promise<boolean> {
  const moves = movesAs[fact.kind]
  if (!moves || facts.some(({ id }) => id === fact.id)) return false
  const posted = db.selectFrom('transfers').select('id').where('idempotency_key', '=', `${moves}:${fact.id}`)
  return (await posted.executeTakeFirst()) !== undefined
}

/** The first one stands: counted by turns, the two would move money back and forth. */
function isToldOtherwise({ facts, fact }: Change): boolean {
  return facts.some(known => contradict(known, fact))
}

/** What waits has given nothing that could be taken back. */
async function isOfWaiting(db: Db, { threadId, fact, after }: Change): Promise<boolean> {
  if (fact.kind !== 'withdrawn' || after.refundedMinor >= 0n) return false
  const waiting = db
    .selectFrom('issuer_events')
    .select('id')
    .where('subject', '=', threadId)
    .where(sql<boolean>`answer ->> 'ignored' = 'too_large'`)
  return (await waiting.executeTakeFirst()) !== undefined
}

/** True when an event about a card that never appeared has waited long enough. */
async function giveUp(db: Db, event: EventRow): Promise<boolean> {
  if (!event.is_old) return false
  await putAside(db, event, 'stranger')
  return true
}

type EventRow = Pick<IssuerEventTable, 'id' | 'type'> & { is_old: boolean }

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
  // It may have been put aside before.
  if (!('ignored' in answer)) await closeAlarm(db, { kind: 'issuer_event_ignored', subject: id })
}

/** What a person wrote and where something is mailed to stands with what it is about, and goes with its customer. */
async function finishTold(db: Db, id: string, { subject }: { subject: string }) {
  await finish(db, id, { subject })
  await sql`
    update issuer_events set payload = payload #- '{data,reason}' #- '{data,note}' #- '{data,tracking}'
    where id = ${id}`.execute(db)
}
