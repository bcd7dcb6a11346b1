import { declineOf } from '../cards/authorization.ts'
import { lockIssuedCard } from '../cards/cards.ts'
import { type Change, carryOut, changeInstead, changeOf, neededMinor } from '../cards/purchases.ts'
import type { DeclineReason } from '../cards/reasons.ts'
import type { CardTable } from '../cards/tables.ts'
import { storedFact } from '../cards/thread.ts'
import { kindOf } from '../cards/types.ts'
import { type Db, transaction } from '../database.ts'
import { balanceOf } from '../ledger/ledger.ts'
import type { World } from '../world.ts'
import { type AuthorizationRequest, saleOf } from './issuer-words.ts'
import { showPurchase } from './purchase-bill.ts'

/** What the issuer hears. */
export type Verdict = { decision: 'approved' } | { decision: 'declined'; reason: DeclineReason }

/**
 * Answers the issuer's question whether a purchase may go on (decision D12). The question is stored first; the answer,
 * the hold and the rows that show it are one commit, so a repeated question gets the first answer and no second hold.
 */
export async function authorize(
  world: World,
  request: AuthorizationRequest,
  payload: object,
): Promise<Verdict> {
  return await transaction(world.db, async db => {
    const isNew = await store(db, request, payload)
    if (!isNew) return await firstAnswer(db, request.id)
    const card = await lockIssuedCard(db, request.cardId)
    if (!card) {
      world.log.error({ event: request.id }, 'the issuer asked about a card that we do not know')
      return await keepAnswer(db, request, { decision: 'declined', reason: 'security_check' })
    }
    return await decide(db, { card, request })
  })
}

async function decide(
  db: Db,
  { card, request }: { card: CardTable; request: AuthorizationRequest },
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
  const reason = declineOf({
    status: card.status,
    kind: kindOf(card),
    isIncrement: isIncrement && approved.before.state === 'pending',
    totalMinor: approved.after.askedMinor,
    neededMinor: await neededMinor(db, approved),
    availableMinor: (await balanceOf(db, card.account_id)).availableMinor,
    currency: request.currency,
  })
  const change = reason ? await changeInstead(db, approved, { ...ask, kind: 'refused', reason }) : approved
  await showPurchase(db, change, await carryOut(db, change))
  return await keepAnswer(
    db,
    request,
    reason ? { decision: 'declined', reason } : { decision: 'approved' },
    change,
  )
}

/** True when the question is new; a repeat waits here until the first one has been answered. */
async function store(db: Db, request: AuthorizationRequest, payload: object): Promise<boolean> {
  const stored = await db
    .insertInto('issuer_events')
    .values({
      id: request.id,
      type: 'authorization.asked',
      payload: JSON.stringify(payload),
      received_at: new Date(),
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

async function firstAnswer(db: Db, id: string): Promise<Verdict> {
  const { answer } = await db
    .selectFrom('issuer_events')
    .select('answer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!answer) throw new Error(`event ${id} is no question`)
  return answer as Verdict
}
