import { createHash } from 'node:crypto'
import type { Call, Output } from '../../contract/call.ts'
import { comparePin } from '../account/pin.ts'
import { type Db, transaction } from '../database.ts'
import { KeyReused, Overdrawn } from '../ledger/ledger.ts'
import { Refused } from '../refused.ts'
import type { World } from '../world.ts'
import type { Customer } from './handler.ts'

/** The input of every money call. */
interface DecisionInput {
  requestId: string
  pin: string
}

/**
 * Carries out one decision of a person, once (decision D2). The first answer to a `requestId` is kept and given again
 * to every repeat with the same input; a repeat with other input is refused (`request_changed`). The PIN is compared
 * before anything is touched. `work` runs in one transaction together with the record of its answer, so there is
 * never one without the other; it must not wait on another party.
 */
export async function decide<C extends Call>(
  world: World,
  { call, input, customer }: { call: C; input: DecisionInput; customer: Customer },
  work: (db: Db) => Promise<Output<C>>,
): Promise<Output<C>> {
  const request = {
    userId: customer.userId,
    requestId: input.requestId,
    call: call.path,
    requestHash: hashOf(input),
  }
  const earlier = await answerTo(world.db, request)
  if (earlier) return earlier.answer as Output<C>
  await comparePin(world, { userId: customer.userId, pin: input.pin })
  const answer = await transaction(world.db, db => claim(db, request, () => work(db))).catch(refusalOf)
  world.wake()
  return answer as Output<C>
}

interface Request {
  userId: string
  requestId: string
  call: string
  requestHash: string
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
  if (!claimed) return (await answerTo(db, request))?.answer
  const answer = await work()
  await db
    .updateTable('decisions')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .execute()
  return answer
}

async function answerTo(db: Db, { userId, requestId, call, requestHash }: Request) {
  const row = await db
    .selectFrom('decisions')
    .select(['call', 'request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (row && (row.call !== call || row.request_hash !== requestHash)) throw new Refused('request_changed')
  return row
}

/** The PIN is left out: a repeat is recognised by what it asks for, not by how it was typed. */
function hashOf({ pin: _pin, requestId: _requestId, ...asked }: DecisionInput): string {
  const fields = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

function refusalOf(error: unknown): never {
  if (error instanceof Overdrawn) throw new Refused('balance_insufficient')
  if (error instanceof KeyReused) throw new Refused('request_changed')
  // 55P03: somebody holds the rows, most likely the same request on its way.
  if ((error as { code?: string }).code === '55P03') throw new Refused('request_in_progress')
  throw error
}
