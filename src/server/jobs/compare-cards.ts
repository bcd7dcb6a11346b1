import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import type { KnownCard } from '../cards/issuer.ts'
import { isRenewable, unplanned } from '../cards/renewals.ts'
import {
  type DifferentCard,
  differencesOf,
  differenceWords,
  type OurCard,
  ourCards,
  subjectOf,
} from '../cards/states/differences.ts'
import { type Db, transaction } from '../database/database.ts'
import { keepEvent } from '../hooks/keep-event.ts'
import type { IssuerWorld } from '../world.ts'
import { enqueue } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'
import { sideBySide } from './queue/side-by-side.ts'

/** A customer's funding record, and what differed of its cards the last time. */
export interface Compared {
  userId: string
  issuerBudgetId: string
  differences: string[]
}

const aRoundAtLeast = 20
/** Fewer than a day has minutes, so that each has its turn even when some rounds take longer. */
const roundsADay = 1000

/** Compares the cards of customers with the issuer's, those first whose turn it has been for longest: each once a day. */
export const compareCards: Schedule = {
  name: 'compare-cards',
  everyMs: 60_000,
  run: compareRound,
}

/** One round of it; none in the way of the others. */
export async function compareRound(world: IssuerWorld): Promise<void> {
  await sideBySide(world, {
    schedule: compareCards.name,
    items: await nextToCompare(world.db),
    idOf: ({ issuerBudgetId }) => issuerBudgetId,
    work: budget => compare(world, budget),
  })
}

/**
 * Mends what a word that was lost explains, by taking it as heard or telling it again, and calls a person for what differs
 * twice in a row. Gives what differs; null where the issuer does not say. It may be cut off anywhere and run beside itself.
 */
export async function compare(world: IssuerWorld, budget: Compared): Promise<DifferentCard[] | null> {
  const { db, issuer } = world
  const { userId, issuerBudgetId } = budget
  const before = await ourCards(db, userId)
  const answer = await issuer.cardsOf({ issuerBudgetId })
  if (answer.outcome !== 'done') return null
  const different = await transaction(db, async db => {
    const now = await ourCards(db, userId)
    const different = differencesOf(answer.cards, { before, now })
    for (const card of different) {
      const asking = card.theirs && now.waiting.get(card.theirs.reference)
      if (asking && card.theirs) await askOn(db, asking, card.theirs.reference)
      else await mend(db, card)
      if (budget.differences.includes(subjectOf(card))) await raise(db, userId, card)
    }
    await noteExpiries(db, now.cards, answer.cards)
    await keepDifferences(db, budget, different)
    return different
  })
  if (different.length > 0) world.wake()
  return different
}

/**
 * Claims customers whose turn it is; whoever dies has them compared an hour later. A turn in more than 25 hours was given
 * by a clock that ran ahead.
 */
async function nextToCompare(db: Db): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    update budgets set compare_at = now() + interval '1 hour'
    where user_id in (
      select user_id from budgets where compare_at <= now() or compare_at > now() + interval '25 hours'
      order by compare_at
      limit greatest(${aRoundAtLeast}, (select ceil(count(*) / ${roundsADay}::numeric) from budgets))
      for update skip locked
    )
    returning user_id as "userId", issuer_budget_id as "issuerBudgetId", differences`.execute(db)
  return rows
}

/** An order whose answer was lost takes its card over as soon as it is asked for anew. */
async function askOn(db: Db, kind: 'open-card' | 'order-card', reference: string): Promise<void> {
  const once = { key: reference }
  if (kind === 'open-card') await enqueue(db, kind, { orderId: reference }, once)
  else await enqueue(db, kind, { paymentId: reference }, once)
}

async function mend(db: Db, { difference, ours, theirs }: DifferentCard): Promise<void> {
  if (!ours || !theirs) return
  const { id: cardId, status } = ours
  switch (difference) {
    case 'over_there':
      return await takeWord(db, ours, theirs)
    case 'frozen_here':
      // Their own freeze is over; ours they have not heard of, or have lifted with it.
      if (ours.frozen_by_issuer && !theirs.frozenBy?.includes('issuer'))
        await takeWord(db, ours, { ...theirs, state: 'active' })
      else await enqueue(db, 'freeze-card', { cardId })
      return
    case 'frozen_there':
      // Whose it is nobody knows where they do not say.
      if (theirs.frozenBy?.includes('issuer')) await takeWord(db, ours, theirs)
      else if (theirs.frozenBy) await enqueue(db, 'freeze-card', { cardId })
      return
    case 'over_here':
      // That one expired was their own word.
      if (status !== 'expired') {
        const why = status === 'lost' ? 'lost' : 'closed'
        await enqueue(db, 'close-card', { cardId, why }, { key: cardId })
      }
      return
  }
}

/**
 * Takes what the issuer says of an expiry that nears, as if its event had come: once a day, until the renewal is planned. A
 * card whose account was about to be deleted then may be kept.
 */
async function noteExpiries(db: Db, ours: readonly OurCard[], theirs: readonly KnownCard[]): Promise<void> {
  const near = ours.flatMap(card => {
    const known = theirs.find(({ issuerCardId }) => issuerCardId === card.issuer_card_id)
    const expires = known?.expires ?? 'later'
    return expires !== 'later' && isRenewable(card) ? [{ ...card, expires }] : []
  })
  const wanted = await unplanned(
    db,
    near.map(({ id }) => id),
  )
  const at = new Date().toISOString()
  for (const { id: cardId, issuer_card_id, expires } of near) {
    if (!wanted.includes(cardId)) continue
    const id = `compared:${cardId}:${expires}:${at.slice(0, 10)}`
    const type = 'card.expiring'
    await keepEvent(db, { id, type, payload: { id, type, at, data: { cardId: issuer_card_id, expires } } })
  }
}

/** Takes what the issuer says a card is, as if its event had come: once for each time it became so. */
export async function takeWord(
  db: Db,
  { id: cardId }: Pick<OurCard, 'id'>,
  { issuerCardId, state, since }: KnownCard,
): Promise<void> {
  const id = `compared:${cardId}:${state}:${since.getTime()}`
  const data = { cardId: issuerCardId, state }
  const payload = { id, type: 'card.updated', at: since.toISOString(), data }
  await keepEvent(db, { ...payload, payload })
}

async function raise(db: Db, userId: string, card: DifferentCard): Promise<void> {
  const { difference, ours, theirs } = card
  const detail = { says: differenceWords[difference], userId, ours, theirs }
  await raiseAlarm(db, { kind: 'card_differs', subject: subjectOf(card), detail })
}

/** What is new is looked at again in an hour, all else in a day. An alarm whose cause is gone is closed. */
async function keepDifferences(db: Db, budget: Compared, different: readonly DifferentCard[]) {
  const subjects = different.map(subjectOf)
  for (const subject of budget.differences)
    if (!subjects.includes(subject)) await closeAlarm(db, { kind: 'card_differs', subject })
  const hours = subjects.every(subject => budget.differences.includes(subject)) ? 24 : 1
  await sql`
    update budgets set differences = ${subjects}::text[], compare_at = now() + make_interval(hours => ${hours})
    where user_id = ${budget.userId}`.execute(db)
}
