import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call, Output } from '../../contract/call.ts'
import { refuseClosing } from '../account/deletions.ts'
import { refuseFrozen } from '../account/freezes.ts'
import { comparePin, isPinKnown } from '../account/pin.ts'
import { type Db, kept, transaction } from '../database.ts'
import { KeyReused, Overdrawn } from '../ledger/ledger.ts'
import { Refused } from '../refused.ts'
import type { World } from '../world.ts'
import type { Customer } from './handler.ts'

/** The input of every money call. */
export interface DecisionInput {
  requestId: string
  pin: string
}

/** What a person decided, as it is recognised when it comes again. */
export interface Request {
  userId: string
  requestId: string
  call: string
  requestHash: string
}

/** How a decision ended. */
export type Ending = { answer: unknown } | { refusal: unknown }

/**
 * Carries out one decision of a person, once (decision D2). The first answer to a `requestId` is kept and given again
 * to every repeat with the same input; a repeat with other input is refused (`request_changed`). The PIN is compared
 * before anything is touched. `work` runs in one transaction together with the record of its answer, so there is
 * never one without the other; it must not wait on another party.
 */
export async function decide<C extends Call>(
  world: World,
  asked: { call: C; input: DecisionInput; customer: Customer },
  work: (db: Db) => Promise<Output<C>>,
): Promise<Output<C>> {
  return await once(world, asked, async request => {
    const answer = await transaction(world.db, db => claim(db, request, () => work(db)))
    world.wake()
    return answer
  })
}

/**
 * What comes before and after every decision: has it been answered, does the account wait for its deletion, is it frozen,
 * is the PIN right, which words has a refusal.
 */
export async function once<C extends Call>(
  world: World,
  { call, input, customer }: { call: C; input: DecisionInput; customer: Customer },
  carryOut: (request: Request) => Promise<unknown>,
): Promise<Output<C>> {
  const { userId } = customer
  const request = { userId, requestId: input.requestId, call: call.path, requestHash: hashOf(input) }
  const owned = { userId, pin: input.pin }
  if (!(await isPinKnown(world, owned))) {
    const [earlier] = await earlierEndings(world.db, [request])
    if (earlier) return answerIn(earlier) as Output<C>
    await refuseClosing(world.db, userId)
    await refuseFrozen(world.db, userId)
    await comparePin(world, owned)
  }
  return (await carryOut(request).catch(refusalOf)) as Output<C>
}

/** The answer, or throws the refusal. */
export function answerIn(ending: Ending): unknown {
  if ('refusal' in ending) throw ending.refusal
  return ending.answer
}

/** How each of these ended before, null for one that is new. The first answer is the answer to the same input only. */
export async function earlierEndings(db: Db, requests: readonly Request[]): Promise<(Ending | null)[]> {
  const { rows } = await sql<{ number: bigint; call: string; request_hash: string; answer: unknown }>`${kept}
    select number, call, request_hash, answer from earlier_decisions(
      ${requests.map(({ userId }) => userId)}::uuid[], ${requests.map(({ requestId }) => requestId)}::uuid[]
    )`.execute(db)
  const endings: (Ending | null)[] = requests.map(() => null)
  for (const { number, call, request_hash, answer } of rows) {
    const index = Number(number) - 1
    const isSame = requests[index]?.call === call && requests[index].requestHash === request_hash
    endings[index] = isSame ? { answer } : { refusal: new Refused('request_changed') }
  }
  return endings
}

async function claim(db: Db, request: Request, work: () => Promise<unknown>): Promise<unknown> {
  const claimed = await db
    .insertInto('decisions')
    .values({
      user_id: request.userId,
      request_id: request.requestId,
      call: request.call,
      request_hash: request.requestHash,
      created_at: new Date(),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  if (!claimed) {
    const [earlier] = await earlierEndings(db, [request])
    return earlier && answerIn(earlier)
  }
  const answer = await work()
  // What moves money has locked it by now: a freeze is either seen here, or waits for the commit.
  await refuseFrozen(db, request.userId)
  await db
    .updateTable('decisions')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .execute()
  return answer
}

/** The PIN is left out: a repeat is recognised by what it asks for, not by how it was typed. */
function hashOf({ pin: _pin, requestId: _requestId, ...asked }: DecisionInput): string {
  const fields = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'hex')
}

function refusalOf(error: unknown): never {
  if (error instanceof Overdrawn) throw new Refused('balance_insufficient')
  if (error instanceof KeyReused) throw new Refused('request_changed')
  // 55P03: somebody holds the rows, most likely the same request on its way.
  if ((error as { code?: string }).code === '55P03') throw new Refused('request_in_progress')
  throw error
}
