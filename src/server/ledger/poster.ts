import assert from 'node:assert/strict'
import { type Db, isConflict, isConnectionFault } from '../database.ts'
import { type Outcome, type Posted, postBatch, settle } from './batch.ts'
import { checkTransfer, hashOfTransfer, type Transfer } from './transfer.ts'

/** Posts single transfers of one node, many in one commit. */
export interface Poster {
  /** As the ledger's `post`, in a transaction of its own. */
  post(transfer: Transfer): Promise<Posted>
}

interface Waiting {
  transfer: Transfer
  hash: Buffer
  answer: () => Promise<Posted>
  resolve: (posted: Posted) => void
  reject: (error: unknown) => void
  attempts: number
}

/**
 * Gathers single posts into batches of at most `max`. While one batch is in flight the next one gathers, without a timer:
 * an idle poster answers at once, a busy one pays one commit for all. When the database does not answer, everybody in the
 * batch is told so and may post again under the same key.
 */
export function poster(db: Db, { max = 128 }: { max?: number } = {}): Poster {
  assert(!db.isTransaction, 'a poster commits')
  let queue: Waiting[] = []
  let isBusy = false

  async function run() {
    // Whoever posts in the same tick comes along.
    await null
    while (queue.length > 0) {
      const { batch, rest } = gather(queue, max)
      queue = rest
      queue.push(...(await send(db, batch)))
    }
    isBusy = false
  }

  return {
    async post(transfer) {
      checkTransfer(transfer)
      const hash = hashOfTransfer(transfer)
      const same = queue.find(
        waiting => waiting.transfer.idempotencyKey === transfer.idempotencyKey && waiting.hash.equals(hash),
      )
      if (same) return { ...(await same.answer()), isReplay: true }
      const answer = new Promise<Posted>((resolve, reject) => {
        queue.push({ transfer, hash, resolve, reject, attempts: 0, answer: () => answer })
      })
      if (!isBusy) {
        isBusy = true
        void run()
      }
      return await answer
    },
  }
}

/** The next batch, in key order so that two nodes never wait for each other's keys; a key comes once in a batch. */
function gather(queue: readonly Waiting[], max: number): { batch: Waiting[]; rest: Waiting[] } {
  const batch = new Map<string, Waiting>()
  const rest: Waiting[] = []
  for (const waiting of queue) {
    const key = waiting.transfer.idempotencyKey
    if (batch.size < max && !batch.has(key)) batch.set(key, waiting)
    else rest.push(waiting)
  }
  const byKey = ([a]: [string, Waiting], [b]: [string, Waiting]) => (a < b ? -1 : 1)
  return { batch: [...batch].sort(byKey).map(([, waiting]) => waiting), rest }
}

/** Posts a batch, answers those that are decided and returns those to ask again. */
async function send(db: Db, batch: readonly Waiting[]): Promise<Waiting[]> {
  try {
    const [transfers, hashes] = [batch.map(({ transfer }) => transfer), batch.map(({ hash }) => hash)]
    const outcomes = await postBatch(db, { transfers, hashes })
    return await decide(db, batch, outcomes)
  } catch (error) {
    return await afterFault(db, batch, error)
  }
}

async function decide(db: Db, batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<Waiting[]> {
  const again: Waiting[] = []
  const doubtful: Waiting[] = []
  for (const [index, waiting] of batch.entries()) {
    const outcome = outcomes[index] as Outcome
    if (outcome.kind === 'contested' && waiting.attempts++ < 8) again.push(waiting)
    else if (outcome.kind === 'overdrawn' && isShared(batch, outcome.accountId)) doubtful.push(waiting)
    else answer(waiting, outcome)
  }
  for (const waiting of doubtful) again.push(...(await send(db, [waiting])))
  return again
}

/** A batch with a fault was undone whole. Its members go alone, so that only those answer for it that made it. */
async function afterFault(db: Db, batch: readonly Waiting[], error: unknown): Promise<Waiting[]> {
  if (isConflict(error) && batch.every(waiting => waiting.attempts++ < 8)) return [...batch]
  if (batch.length === 1 || isConnectionFault(error)) {
    for (const waiting of batch) waiting.reject(error)
    return []
  }
  const again: Waiting[] = []
  for (const waiting of batch) again.push(...(await send(db, [waiting])))
  return again
}

/** In a batch an account's credits do not fund its debits, and a refused debit counts against the next. Alone, neither. */
function isShared(batch: readonly Waiting[], accountId: string): boolean {
  const touching = batch.filter(({ transfer }) =>
    transfer.entries.some(entry => entry.accountId === accountId),
  )
  return touching.length > 1
}

function answer(waiting: Waiting, outcome: Outcome) {
  try {
    waiting.resolve(settle(waiting.transfer, outcome))
  } catch (error) {
    waiting.reject(error)
  }
}
