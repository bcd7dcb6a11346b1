import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import type { IssuerAnswer, KnownAuthorization } from '../cards/issuer.ts'
import { factsOf } from '../cards/purchases/facts.ts'
import {
  type HeldPurchase,
  noteAnswered,
  noteUnanswered,
  overduePurchases,
} from '../cards/purchases/overdue.ts'
import { threadOf } from '../cards/purchases/thread.ts'
import type { Db } from '../database/database.ts'
import { keepEvent } from '../hooks/keep-event.ts'
import { putOffHold } from '../ledger/ledger.ts'
import type { IssuerWorld } from '../world.ts'
import { takeIn } from './follow-events.ts'
import type { Schedule } from './queue/runner.ts'
import { sideBySide } from './queue/side-by-side.ts'

const aRound = 100

/** In how many hours to ask again, should the hold still be there, and why a person should look. */
export interface Finding {
  hours: number
  why: string | null
}
const stillOpen: Finding = { hours: 24, why: null }
const soon: Finding = { hours: 1, why: null }
const unclear = (why: string): Finding => ({ hours: 24, why })

/** Asks the issuer about purchases whose money is on hold beyond its time, those first that have waited longest. */
export const overdueHolds: Schedule = {
  name: 'overdue-holds',
  everyMs: 10 * 60_000,
  run: askAboutHolds,
}

/** One round of it; none in the way of the others. */
export async function askAboutHolds(world: IssuerWorld): Promise<void> {
  await sideBySide(world, {
    schedule: overdueHolds.name,
    items: await overduePurchases(world.db, aRound),
    idOf: ({ purchaseId }) => purchaseId,
    work: purchase => askInTurn(world, purchase),
  })
}

/** One that cannot be followed makes room for the next: it is asked about again in its turn, and counts as unanswered. */
async function askInTurn(world: IssuerWorld, purchase: HeldPurchase): Promise<void> {
  try {
    await askAbout(world, purchase)
  } catch (error) {
    await leave(world.db, purchase).catch(fault =>
      world.log.error({ error: fault, ...purchase }, 'a purchase is asked about again in the next round'),
    )
    throw error
  }
}

/**
 * What the issuer has told and we had not heard is taken in as if its hook had come; only where it is over there without
 * a word is the end its state. Silence leaves the hold as it is; a person is called when it lasts. It may be cut off
 * anywhere and run beside itself.
 */
export async function askAbout(world: IssuerWorld, purchase: HeldPurchase): Promise<Finding> {
  const { db, issuer } = world
  const { holdId, purchaseId, threadId } = purchase
  const answer = await issuer.authorizationOf({ threadId })
  if (answer.outcome === 'unknown') return await leave(db, purchase)
  const found = await findingOf(world, purchase, answer)
  await noteAnswered(db, purchaseId)
  if (found.why === null) await closeAlarm(db, alarmOf(purchase))
  else await callPerson(db, purchase, found)
  await putOffHold(db, { holdId, hours: found.hours })
  return found
}

/** Leaves a purchase of which nothing was heard for an hour. What was unclear before stays so. */
async function leave(db: Db, purchase: HeldPurchase): Promise<Finding> {
  const isLong = await noteUnanswered(db, purchase.purchaseId)
  const found = isLong ? { ...soon, why: 'the issuer has not answered for days' } : soon
  if (isLong) await callPerson(db, purchase, found)
  await putOffHold(db, { holdId: purchase.holdId, hours: found.hours })
  return found
}

async function findingOf(
  world: IssuerWorld,
  purchase: HeldPurchase,
  answer: Exclude<IssuerAnswer<KnownAuthorization>, { outcome: 'unknown' }>,
): Promise<Finding> {
  switch (answer.outcome) {
    case 'done':
      return await follow(world, purchase, answer)
    case 'declined':
      return unclear('no such authorization')
  }
}

function alarmOf({ purchaseId }: HeldPurchase) {
  return { kind: 'hold_unclear', subject: purchaseId } as const
}

async function callPerson(db: Db, purchase: HeldPurchase, { why }: Finding) {
  await raiseAlarm(db, { ...alarmOf(purchase), detail: { why, ...purchase } })
}

async function follow(
  world: IssuerWorld,
  purchase: HeldPurchase,
  { state, since, events }: KnownAuthorization,
): Promise<Finding> {
  const { db } = world
  const { threadId } = purchase
  // What was only just heard is about to be followed, and what was put aside is with a person already.
  if ((await takeIn(world, events)) > 0 || !(await areFollowed(db, events))) return soon
  if (state === 'open') return stillOpen
  const { clearings, heldMinor } = threadOf((await factsOf(db, [threadId])).get(threadId) ?? [])
  // It ended while we asked.
  if (heldMinor === 0n) return soon
  if (state === 'cleared' && clearings === 0) return unclear('cleared, and no clearing was told')
  const end = endOf(purchase, since)
  if (await keepEvent(db, { ...end, payload: end })) world.wake()
  else if (await areFollowed(db, [end])) return unclear(`${state} before it was approved`)
  return soon
}

/** The word of its end that the issuer owed us, told once for each hold. */
function endOf({ holdId, threadId, issuerCardId }: HeldPurchase, since: Date) {
  const data = { cardId: issuerCardId, threadId }
  return { id: `overdue:${holdId}`, type: 'authorization.expired', at: since.toISOString(), data }
}

/** True when all that was told is in our books, and none of it was put aside. */
async function areFollowed(db: Db, told: readonly Record<string, unknown>[]): Promise<boolean> {
  const ids = told.map(({ id }) => String(id))
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from issuer_events
    where id = any (${ids}) and handled_at is not null and not answer ? 'ignored'`.execute(db)
  return rows[0]?.count === BigInt(new Set(ids).size)
}
