import { found, Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import { dollars, type Outcome, type Purchase, type Till } from './purchases.ts'
import { type Challenge, newId, type Rows } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

interface Desk {
  store: Store
  rows: Rows
  webhooks: Webhooks
  till: Till
}

/** An online purchase that waits for its cardholder. */
export interface Challenged {
  challengeId: string
  threadId: string
  cardId: string
  decision: 'challenged'
  expiresAt: string
}

const lifeMs = 5 * 60_000

/** 3-D Secure: before the server is asked about a purchase, its cardholder confirms it, in the app. */
export function challengeDesk(desk: Desk) {
  const known = (id: string) => found(desk.rows.challenges.get(id), 'challenge')
  return {
    open: (purchase: Purchase, waitsMs = lifeMs) => open(desk, purchase, waitsMs),
    answer: (id: string, answer: 'approved' | 'denied') => answerTo(desk, known(id), answer),
    cancel: (id: string) => desk.store.write(() => cancel(desk, known(id))),
    moveOn: () => moveOn(desk),
  }
}

export type ChallengeDesk = ReturnType<typeof challengeDesk>

/** Has a purchase wait for its cardholder, unless the issuer declines it anyway. */
function open(desk: Desk, purchase: Purchase, waitsMs: number): Challenged | Outcome {
  const thread = desk.till.present(purchase)
  if ('decision' in thread) return thread
  const { kind, clearingMs } = purchase
  const challenge: Challenge = {
    id: newId('chl'),
    cardId: thread.cardId,
    threadId: thread.id,
    state: 'waiting',
    expiresAt: Date.now() + waitsMs,
    kind,
    clearingMs,
  }
  desk.store.write(() => {
    desk.rows.threads.put(thread.id, thread)
    desk.rows.challenges.put(challenge.id, challenge)
    tell(desk, 'challenge.opened', challenge)
  })
  const { threadId, cardId } = challenge
  return { challengeId: challenge.id, threadId, cardId, decision: 'challenged', ...endOf(challenge) }
}

/** The cardholder's word, once. A no declines the purchase; after a yes it goes on with the next beat. */
function answerTo(desk: Desk, challenge: Challenge, answer: 'approved' | 'denied') {
  const { id, state, expiresAt } = challenge
  if (state === answer) return { id, state }
  if (state !== 'waiting' || expiresAt <= Date.now()) {
    throw new Refusal(422, 'challenge_over', 'Nobody waits for an answer any more.')
  }
  end(desk, challenge, answer)
  if (answer === 'denied') desk.till.decline(threadOf(desk, challenge), '3ds_failed')
  return { id, state: answer }
}

/** The merchant or the customer in the shop has given up: no purchase is asked about. */
function cancel(desk: Desk, challenge: Challenge) {
  if (challenge.state !== 'waiting') {
    throw new Refusal(409, 'challenge_over', `This challenge is already ${challenge.state}.`)
  }
  const cancelled = end(desk, challenge, 'cancelled')
  const thread = threadOf(desk, challenge)
  desk.rows.threads.put(thread.id, { ...thread, state: 'declined', reason: 'cancelled' })
  tell(desk, 'challenge.cancelled', cancelled)
  return { id: challenge.id, state: cancelled.state }
}

/** Ends what nobody has confirmed in time, and asks about what was confirmed: after a crash, too. */
function moveOn(desk: Desk) {
  for (const challenge of desk.rows.challenges.all()) {
    if (challenge.state === 'waiting' && challenge.expiresAt <= Date.now()) {
      desk.store.write(() => expire(desk, challenge))
    }
    if (challenge.state !== 'approved') continue
    const thread = threadOf(desk, challenge)
    const isAsked = desk.rows.asks.all().some(({ threadId }) => threadId === thread.id)
    if (thread.state !== 'asking' || isAsked) continue
    void desk.till
      .authorize(thread, challenge)
      .catch(error => console.error(`issuer: ${(error as Error).message}`))
  }
}

function expire(desk: Desk, challenge: Challenge) {
  tell(desk, 'challenge.expired', end(desk, challenge, 'expired'))
  desk.till.decline(threadOf(desk, challenge), '3ds_failed')
}

function end(desk: Desk, challenge: Challenge, state: Challenge['state']): Challenge {
  const ended = { ...challenge, state }
  desk.rows.challenges.put(challenge.id, ended)
  return ended
}

/** Every event tells all there is to know, so that one which overtakes another is understood. */
function tell(desk: Desk, type: string, challenge: Challenge) {
  const { merchant, authorizedMinor } = threadOf(desk, challenge)
  const { id: challengeId, cardId, threadId } = challenge
  const sum = { amount: dollars(BigInt(authorizedMinor)), currency: 'USD' }
  desk.webhooks.tell(type, { challengeId, cardId, threadId, ...sum, merchant, ...endOf(challenge) })
}

function endOf({ expiresAt }: Challenge) {
  return { expiresAt: new Date(expiresAt).toISOString() }
}

function threadOf({ rows }: Desk, { threadId }: Challenge) {
  return found(rows.threads.get(threadId), 'purchase')
}
