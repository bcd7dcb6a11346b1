import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call, Output } from '../../../contract/call.ts'
import { refuseClosing } from '../../account/deletions.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePinOrPass } from '../../account/passkeys/pin-or-pass.ts'
import { recallPin, stillStands } from '../../account/pin.ts'
import { type Db, prepared, savepoint, transaction } from '../../database/database.ts'
import { insertAll } from '../../database/insert-all.ts'
import { Refused } from '../../http/refused.ts'
import { KeyReused, Overdrawn } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import type { Customer } from '../handler.ts'
import type { KeptRefusal } from './decision-tables.ts'

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
 * to every repeat with the same input, be it a yes or a refusal: whoever was refused and decides anew must not find that
 * the first one was done after all. A repeat with other input is refused (`request_changed`). The PIN is compared before
 * anything is touched. `work` runs in one transaction together with the record of its answer, so there is never one
 * without the other; it must not wait on another party.
 */
export async function decideOnce<C extends Call>(
  world: World,
  asked: { call: C; input: DecisionInput; customer: Customer },
  work: (db: Db) => Promise<Output<C>>,
): Promise<Output<C>> {
  const { userId } = asked.customer
  return await once(world, asked, async (request, pinHash) => {
    if (pinHash !== null && !(await stillStands(world.db, { userId, pinHash }))) return null
    const ending = await transaction(world.db, db => claim(db, request, () => work(db)))
    world.wake()
    return ending
  })
}

/**
 * What comes before and after every decision: has it been answered, does the account wait for its deletion, is it frozen,
 * is the PIN right (or a pass, which is good once), which refusal an error becomes. With a PIN that was right a moment ago
 * `carryOut` comes first and is given the hash it fitted: it must answer null, and do nothing, unless that one still
 * stands.
 */
export async function once<C extends Call>(
  world: World,
  { call, input, customer }: { call: C; input: DecisionInput; customer: Customer },
  carryOut: (request: Request, recalled: string | null) => Promise<Ending | null>,
): Promise<Output<C>> {
  const { userId } = customer
  const { requestId, pin } = input
  const request = { userId, requestId, call: call.path, requestHash: hashOf(input) }
  const recalled = recallPin({ userId, pin })
  try {
    const ending =
      (recalled !== null && (await carryOut(request, recalled))) ||
      (await admitted(world, request, { pin, sessionId: customer.sessionId })) ||
      (await carryOut(request, null))
    if (!ending) throw new Error('a decision without an end')
    return answerIn(ending) as Output<C>
  } catch (error) {
    throw asRefusal(error)
  }
}

/** How it ended before; null of a new one, whose PIN is right. */
async function admitted(
  world: World,
  request: Request,
  given: { pin: string; sessionId: string },
): Promise<Ending | null> {
  const { userId } = request
  const [earlier] = await earlierEndings(world.db, [request])
  if (earlier) return earlier
  await refuseClosing(world.db, userId)
  await refuseFrozen(world.db, userId)
  await comparePinOrPass(world, { userId, ...given, use: `${request.call} ${request.requestId}` })
  return null
}

/** The answer, or throws the refusal. */
function answerIn(ending: Ending): unknown {
  if ('refusal' in ending) throw ending.refusal
  return ending.answer
}

/** How each of these ended before, null for one that is new. The first answer is the answer to the same input only. */
export async function earlierEndings(db: Db, requests: readonly Request[]): Promise<(Ending | null)[]> {
  const { rows } = await sql<Earlier>`${prepared}
    select number, call, request_hash, answer, refusal from earlier_decisions(
      ${requests.map(({ userId }) => userId)}::uuid[], ${requests.map(({ requestId }) => requestId)}::uuid[]
    )`.execute(db)
  const endings: (Ending | null)[] = requests.map(() => null)
  for (const earlier of rows) {
    const index = Number(earlier.number) - 1
    const { call, requestHash } = requests[index] ?? {}
    const isSame = earlier.call === call && earlier.request_hash === requestHash
    endings[index] = isSame ? endingOf(earlier) : { refusal: new Refused('request_changed') }
  }
  return endings
}

interface Earlier {
  number: bigint
  call: string
  request_hash: string
  answer: unknown
  refusal: KeptRefusal | null
}

function endingOf({ answer, refusal }: Earlier): Ending {
  return refusal ? { refusal: new Refused(refusal.key, refusal.facts) } : { answer }
}

/**
 * Whether this refusal is kept as the answer. `request_in_progress` and `request_changed` are not: they are about another
 * request under the same key.
 */
export function isAnswer(refusal: unknown): refusal is Refused {
  if (!(refusal instanceof Refused)) return false
  return refusal.key !== 'request_in_progress' && refusal.key !== 'request_changed'
}

async function claim(db: Db, request: Request, work: () => Promise<unknown>): Promise<Ending> {
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
    if (!earlier) throw keyUsed()
    return earlier
  }
  const ending = await tryOut(db, request, work)
  await db
    .updateTable('decisions')
    .set(
      'answer' in ending
        ? { answer: JSON.stringify(ending.answer) }
        : { refusal: JSON.stringify(keptOf(ending.refusal)) },
    )
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .execute()
  return ending
}

/** What is refused is undone, and nothing but its refusal stays. */
async function tryOut(
  db: Db,
  { userId }: Request,
  work: () => Promise<unknown>,
): Promise<{ answer: unknown } | { refusal: Refused }> {
  try {
    return await savepoint(db, async () => {
      const answer = await work()
      // What moves money has locked it by now: a freeze is either seen here, or waits for the commit.
      await refuseFrozen(db, userId)
      return { answer }
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!isAnswer(refusal)) throw error
    return { refusal }
  }
}

/** A decision and how it ended. */
export type Ended = Request & ({ answer: Record<string, unknown> } | { refusal: Refused })

/** Keeps how decisions ended. One whose key was used meanwhile undoes all: begun again, it finds that ending. */
export async function keepEndings(db: Db, ended: readonly Ended[]): Promise<void> {
  const now = new Date()
  const rows = ended.map(({ userId, requestId, call, requestHash, ...ending }) => ({
    user_id: userId,
    request_id: requestId,
    call,
    request_hash: requestHash,
    answer: 'answer' in ending ? ending.answer : null,
    refusal: 'refusal' in ending ? keptOf(ending.refusal) : null,
    created_at: now,
  }))
  if ((await insertAll(db, 'decisions', rows, { isKnownSkipped: true })) < rows.length) throw keyUsed()
}

/** The transaction begins again. */
function keyUsed(): Error {
  return Object.assign(new Error('a key was used at this moment'), { code: '40001' })
}

function keptOf({ key, details }: Refused): KeptRefusal {
  return { key, facts: details }
}

/** The PIN is left out: a repeat is recognised by what it asks for, not by how it was typed. */
function hashOf({ pin: _pin, requestId: _requestId, ...asked }: DecisionInput): string {
  const fields = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'hex')
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Overdrawn) return new Refused('balance_insufficient')
  if (error instanceof KeyReused) return new Refused('request_changed')
  // 55P03: somebody holds the rows, most likely the same request on its way.
  if ((error as { code?: string }).code === '55P03') return new Refused('request_in_progress')
  return error
}
