import { sql } from 'kysely'
import type { DeclineReason } from '../../contract/decline.ts'
import { frozenBy } from '../account/freezes.ts'
import { announceLow } from '../across/low-balance.ts'
import { showPurchase } from '../across/purchase-bill.ts'
import { freezeUsed } from '../across/single-use.ts'
import { lockIssuedCard } from '../cards/cards.ts'
import { type AuthorizationBasis, declineOf, limitMet } from '../cards/purchases/authorization.ts'
import { usedOf } from '../cards/purchases/limits.ts'
import { capMet } from '../cards/purchases/merchant-caps.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import { neededMinor } from '../cards/purchases/purchase-hold.ts'
import { carryOut, changeInstead, changeOf } from '../cards/purchases/purchases.ts'
import { shopKindOf } from '../cards/purchases/shop-kinds.ts'
import { type Fact, storedFact, type Thread } from '../cards/purchases/thread.ts'
import type { CardTable } from '../cards/tables.ts'
import { type Db, transaction } from '../database/database.ts'
import { askForAutoRecharge } from '../jobs/auto-recharge.ts'
import { balanceOf } from '../ledger/ledger.ts'
import type { World } from '../world.ts'
import { askedBefore, raiseOtherQuestion } from './asked-again.ts'
import { type AuthorizationRequest, saleOf } from './issuer-words.ts'

/** What the issuer hears. */
export type Verdict = { decision: 'approved' } | { decision: 'declined'; reason: DeclineReason }

/** A question as we could read it; spoiled when it holds what cannot be kept, which no till sends: it gets a no. */
type Question = AuthorizationRequest & { isSpoiled: boolean }

/** The parts of the time the issuer waits: how long deciding may take, and when it is answered at the latest. */
const budget = { deciding: 0.6, answering: 0.75 }

/**
 * Answers the issuer's question whether a purchase may go on (decision D12). The question is stored first; the answer,
 * the hold and the rows that show it are one commit, so a repeated question gets the first answer and no second hold.
 * Another one under its name gets a no.
 * Null when there is no decision in time: the issuer takes silence for a no, and tells it by an event that names the
 * question. That event takes back an approval which was committed all the same, whatever becomes of us meanwhile; we do
 * it at once where we can.
 */
export async function authorize(world: World, request: Question, payload: object): Promise<Verdict | null> {
  const startedMs = performance.now()
  const { ISSUER_WAITS_MS: waitsMs } = world.config
  const decided = transaction(world.db, async db => {
    const verdict = await firstOrNew(world, db, { request, payload })
    if (performance.now() - startedMs > waitsMs * budget.deciding) throw new TooLate()
    return verdict
  })
  const inTime = await Promise.race([decided, silence(waitsMs * budget.answering)]).catch(error => {
    if (error instanceof TooLate) return null
    throw error
  })
  if (inTime) return inTime
  world.log.error({ event: request.id }, 'an authorization was not decided in time')
  void decided
    .catch(() => {})
    .then(() => takeBack(world, { request, payload }))
    .catch(error => world.log.error({ error, event: request.id }, 'a late decision could not be taken back'))
  return null
}

const tooLate = { decision: 'declined', reason: 'issuer_busy' } as const

class TooLate extends Error {}

function silence(ms: number): Promise<null> {
  return new Promise(resolve => setTimeout(resolve, ms, null).unref())
}

/**
 * Writes down that a question was answered with a no for want of time, as a purchase that was declined. An approval
 * that was committed at the last moment all the same is taken back.
 */
export async function takeBack(
  world: World,
  { request, payload }: { request: AuthorizationRequest; payload: object },
): Promise<void> {
  await transaction(world.db, async db => {
    const isNew = await store(db, request, payload)
    if (!isNew && (await answerAgain(world, db, request)).decision === 'declined') return
    const card = await lockIssuedCard(db, request.cardId)
    if (!card) return void (await keepAnswer(db, request, tooLate))
    const { reason } = tooLate
    const about = { at: request.at, amountMinor: request.amount, reason }
    const isIncrement = request.kind === 'incremental'
    const fact: Fact = isNew
      ? { ...about, kind: 'refused', id: request.id, isIncrement }
      : { ...about, kind: 'denied', id: `late:${request.id}`, askId: request.id }
    const sale = saleOf(request.merchant, request.channel)
    const change = await changeOf(db, { card, threadId: request.threadId, fact, sale })
    await showPurchase(db, change, await carryOut(db, change))
    if (!isNew) await store(db, { id: fact.id }, { late: request.id })
    await keepAnswer(db, { ...request, id: fact.id }, tooLate, change)
    if (!isNew) await changeAnswer(db, request.id, tooLate)
  })
}

async function firstOrNew(
  world: World,
  db: Db,
  { request, payload }: { request: Question; payload: object },
): Promise<Verdict> {
  const isNew = await store(db, request, payload)
  if (!isNew) return await answerAgain(world, db, request)
  const card = await lockIssuedCard(db, request.cardId)
  if (!card) {
    world.log.error({ event: request.id }, 'the issuer asked about a card that we do not know')
    return await keepAnswer(db, request, { decision: 'declined', reason: 'security_check' })
  }
  return await decideAuthorization(db, { card, request })
}

async function decideAuthorization(
  db: Db,
  { card, request }: { card: CardTable; request: Question },
): Promise<Verdict> {
  const isIncrement = request.kind === 'incremental'
  const ask = { id: request.id, at: request.at, amountMinor: request.amount, isIncrement }
  const sale = saleOf(request.merchant, request.channel)
  const approved = await changeOf(db, {
    card,
    threadId: request.threadId,
    fact: { ...ask, kind: 'asked' },
    sale,
  })
  if (approved.facts.some(({ id }) => id === ask.id)) return await refuseUsedName(db, request)
  const basis = await basisOf(db, approved, request)
  const reason = request.isSpoiled ? 'security_check' : declineOf(basis)
  const change: Change = reason
    ? {
        ...changeInstead(approved, { ...ask, kind: 'refused', reason }),
        limitMet: limitMet(basis, reason),
      }
    : approved
  await showPurchase(db, change, await carryOut(db, change))
  if (!reason) {
    await announceLow(db, basis, { eventId: request.id })
    await freezeUsed(db, basis, { eventId: request.id, merchant: sale.merchant })
  }
  await askForAutoRecharge(db, { card, cause: request.id })
  return await keepAnswer(
    db,
    request,
    reason ? { decision: 'declined', reason } : { decision: 'approved' },
    change,
  )
}

/** A claim bears its name: counted once, the two would leave an approval with nothing reserved. */
async function refuseUsedName(db: Db, request: Question): Promise<Verdict> {
  await raiseOtherQuestion(db, request, { differs: ['type'] })
  return await keepAnswer(db, request, { decision: 'declined', reason: 'security_check' })
}

async function basisOf(
  db: Db,
  change: Change,
  { kind, currency, channel, merchant }: AuthorizationRequest,
): Promise<AuthorizationBasis> {
  const { card, before, after } = change
  const { recentCount, ...used } = await usedOf(db, card.id)
  return {
    card,
    // The card is locked: a freeze, which locks it too, is seen here or comes after the answer.
    isAccountFrozen: (await frozenBy(db, card.user_id)) !== null,
    isIncrement: kind === 'incremental' && before.state === 'pending',
    totalMinor: standingOf(after),
    addedMinor: standingOf(after) - standingOf(before),
    neededMinor: await neededMinor(db, change),
    availableMinor: (await balanceOf(db, card.account_id)).availableMinor,
    currency,
    channel,
    country: merchant.country,
    merchant: merchant.name,
    cap: await capMet(db, { cardId: card.id, merchant: change.sale.merchant, threadId: change.threadId }),
    shop: shopKindOf(merchant.mcc),
    at: new Date(),
    used,
    recentCount,
  }
}

function standingOf({ heldMinor, clearedMinor }: Thread): bigint {
  return heldMinor + clearedMinor
}

/** True when the question is new; a repeat waits here until the first one has been answered. */
async function store(db: Db, { id }: { id: string }, payload: object): Promise<boolean> {
  const stored = await db
    .insertInto('issuer_events')
    .values({
      id,
      type: 'authorization.asked',
      payload: JSON.stringify(payload),
      received_at: sql`now()`,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

async function keepAnswer(
  db: Db,
  request: AuthorizationRequest,
  answer: Verdict,
  change?: Change,
): Promise<Verdict> {
  await db
    .updateTable('issuer_events')
    .set({
      answer: JSON.stringify(answer),
      subject: request.threadId,
      fact: change ? JSON.stringify(storedFact(change.fact)) : null,
      handled_at: new Date(),
    })
    .where('id', '=', request.id)
    .execute()
  return answer
}

async function changeAnswer(db: Db, id: string, answer: Verdict) {
  await db
    .updateTable('issuer_events')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}

/** The first answer once more; under the name of something else there is only a no, and an alarm. */
async function answerAgain(world: World, db: Db, request: AuthorizationRequest): Promise<Verdict> {
  const { answer, differs } = await askedBefore<Verdict>(db, request)
  if (answer && differs.length === 0) return answer
  world.log.error({ event: request.id, differs }, 'the issuer asked something else under a name it had used')
  await raiseOtherQuestion(db, request, { differs })
  return { decision: 'declined', reason: 'security_check' }
}
