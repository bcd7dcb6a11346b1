import type { Call, Input, Output } from '../../../contract/call.ts'
import { type Freezer, frozenAmong } from '../../account/freezes.ts'
import { pinsStillStand } from '../../account/pin.ts'
import { type Db, transaction } from '../../database/database.ts'
import { gathered } from '../../database/gathering.ts'
import { pipelined } from '../../database/pipeline.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { postAll, type Transfer } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import type { Customer } from '../handler.ts'
import {
  type DecisionInput,
  type Ending,
  earlierEndings,
  isAnswer,
  keepEndings,
  once,
  type Request,
} from './decide-once.ts'

/** What somebody wants. */
export interface Wish<C extends Call> {
  userId: string
  input: Input<C>
}

/** A plan with the ids its transfers are posted under; the n-th id is the n-th transfer's. */
export type Moved<Plan> = Plan & { transferIds: string[] }

/** How the wishes of one call are carried out, any number of them in one transaction. */
export interface Rules<C extends Call, Basis, Plan extends { transfers: readonly Transfer[] }> {
  /**
   * Locks and reads what the wishes are about; no two are of the same customer. The same wish twice must meet at one of
   * these locks, on whatever node. The locks are asked for before anything is waited for: what else is asked in this
   * pipeline is answered under them.
   */
  read(db: Db, wishes: readonly Wish<C>[]): Promise<readonly Basis[]>
  /** What shall happen, from what was read alone. Throws `Refused` or `Denied`, and nothing has happened. */
  plan(basis: Basis, wish: Wish<C>): Plan
  /**
   * The answers to plans, and how to write what else belongs to them. That is sent together with their transfers, each under
   * a key that nobody used: it must not read what they change.
   */
  show(moved: readonly Moved<Plan>[]): Shown<C>
}

/** What plans come to; the n-th answer is the n-th plan's. */
export interface Shown<C extends Call> {
  answers: readonly Output<C>[]
  write(db: Db): Promise<unknown>
}

/**
 * A desk for the decisions of one call: what `decideOnce` promises, for many at a time. Those that come while a commit is
 * under way share the next one. A refused one leaves nothing but its refusal and does not concern the others, nor does one
 * whose PIN must be compared after all, which leaves nothing; after a fault everyone goes alone.
 */
export function decisionDesk<C extends Call, Basis, Plan extends { transfers: readonly Transfer[] }>(
  call: C,
  rules: Rules<C, Basis, Plan>,
) {
  const carryOut = gathered(
    (db, decisions: readonly Decision<C>[]) => transaction(db, db => carryOutAll(db, rules, decisions)),
    { max: 32, lanes: 2, enough: 24, apart: ({ wish }) => wish.userId },
  )

  return async (
    world: World,
    { input, customer }: { input: Input<C> & DecisionInput; customer: Customer },
  ): Promise<Output<C>> =>
    await once(world, { call, input, customer }, (request, pinHash) =>
      carryOut(world.db, { request, pinHash, wish: { userId: customer.userId, input } }),
    )
}

interface Decision<C extends Call> {
  request: Request
  /** What the PIN was remembered to fit; null: it was compared. */
  pinHash: string | null
  wish: Wish<C>
}

async function carryOutAll<C extends Call, Basis, Plan extends { transfers: readonly Transfer[] }>(
  db: Db,
  rules: Rules<C, Basis, Plan>,
  decisions: readonly Decision<C>[],
): Promise<(Ending | null)[]> {
  const requests = decisions.map(({ request }) => request)
  const wishes = decisions.map(({ wish }) => wish)
  const [bases, earlier, unproved, frozen] = await pipelined(db, db =>
    Promise.all([
      rules.read(db, wishes),
      earlierEndings(db, requests),
      unprovedAmong(db, decisions),
      frozenAmong(db, comparedAmong(decisions)),
    ]),
  )
  const planned = decisions.map(({ wish }, index) => {
    if (earlier[index]) return earlier[index]
    if (unproved.has(wish.userId)) return null
    return (
      frozenRefusal(frozen.get(wish.userId)) ?? planOrRefusal(rules, { basis: bases[index] as Basis, wish })
    )
  })
  const due = planned.flatMap((one, index) =>
    one && 'plan' in one ? [{ request: requests[index] as Request, plan: one.plan }] : [],
  )
  const refused = planned.flatMap((one, index) =>
    one && 'refusal' in one && !earlier[index] && isAnswer(one.refusal)
      ? [{ ...(requests[index] as Request), refusal: one.refusal }]
      : [],
  )
  await keepEndings(db, refused)
  const answers = await carryOutDue(db, rules, due)
  const next = answers.values()
  return planned.map(one => (one && 'plan' in one ? { answer: next.next().value } : one))
}

/** Those whose PIN was remembered, and must be compared all the same. */
async function unprovedAmong(
  db: Db,
  decisions: readonly { wish: { userId: string }; pinHash: string | null }[],
): Promise<Set<string>> {
  const recalled = decisions.flatMap(({ wish: { userId }, pinHash }) =>
    pinHash === null ? [] : [{ userId, pinHash }],
  )
  const stands = await pinsStillStand(db, recalled)
  return new Set(recalled.flatMap(({ userId }, n) => (stands[n] ? [] : [userId])))
}

/** Those whose PIN was compared. A remembered one does not stand while its account is frozen: nothing else need be asked. */
function comparedAmong(decisions: readonly { wish: { userId: string }; pinHash: string | null }[]): string[] {
  return decisions.flatMap(({ wish: { userId }, pinHash }) => (pinHash === null ? [userId] : []))
}

/** A freeze waits for the same locks as what is read: it was seen by now, or comes after the commit. */
function frozenRefusal(by: Freezer | undefined): { refusal: Refused } | undefined {
  return by && { refusal: new Refused('account_frozen', { by }) }
}

function planOrRefusal<C extends Call, Basis, Plan extends { transfers: readonly Transfer[] }>(
  rules: Rules<C, Basis, Plan>,
  { basis, wish }: { basis: Basis; wish: Wish<C> },
): { plan: Plan } | { refusal: unknown } {
  try {
    return { plan: rules.plan(basis, wish) }
  } catch (error) {
    if (error instanceof Refused || error instanceof Denied) return { refusal: error }
    throw error
  }
}

/** Posted, shown and remembered: sent at once, it waits for the database one time. */
async function carryOutDue<C extends Call, Basis, Plan extends { transfers: readonly Transfer[] }>(
  db: Db,
  rules: Rules<C, Basis, Plan>,
  due: readonly { request: Request; plan: Plan }[],
): Promise<readonly Output<C>[]> {
  if (due.length === 0) return []
  const moved = due.map(({ plan }) => withIds(plan))
  const transfers = moved.flatMap(plan => plan.transfers)
  const { answers, write } = rules.show(moved)
  const answered = due.map(({ request }, n) => ({
    ...request,
    answer: answers[n] as Record<string, unknown>,
  }))
  await pipelined(db, db => Promise.all([write(db), keepEndings(db, answered), postAll(db, transfers)]))
  return answers
}

function withIds<Plan extends { transfers: readonly Transfer[] }>(plan: Plan): Moved<Plan> {
  const transfers = plan.transfers.map(transfer => ({ ...transfer, transferId: newId() }))
  return { ...plan, transfers, transferIds: transfers.map(({ transferId }) => transferId) }
}
