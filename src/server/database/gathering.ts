import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { type Db, isConnectionFault } from './database.ts'

/** How questions are gathered. */
interface Gathering<Question> {
  /** Questions in a batch at most. */
  max?: number
  /** Batches under way at once. */
  lanes?: number
  /** As many must wait before another batch joins one that is under way. */
  enough?: number
  /** Of questions with the same mark, each waits for a batch of its own. */
  apart?: (question: Question) => string
}

interface Waiting<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Line<Question, Answer> {
  waiting: Waiting<Question, Answer>[]
  busyLanes: number
}

/**
 * Puts single questions of one node to the database many at a time. While one batch is under way the next one gathers,
 * without a timer: an idle line asks at once, a busy one pays one round trip for all. Another batch joins one that is under
 * way only when `enough` wait for it: small ones side by side cost more than they hasten. `ask` gives the n-th question's
 * answer in n-th place and, when it throws, has changed nothing: its questions are then asked one by one, so that only
 * those fail that made it throw. When the database does not answer, all of them are told so.
 */
export function gathered<Question, Answer>(
  ask: (db: Db, questions: readonly Question[]) => Promise<readonly Answer[]>,
  { max = 128, lanes = 1, enough = 1, apart }: Gathering<Question> = {},
): (db: Db, question: Question) => Promise<Answer> {
  const lines = new WeakMap<Db, Line<Question, Answer>>()

  async function run(db: Db, line: Line<Question, Answer>) {
    while (line.waiting.length >= (line.busyLanes > 1 ? enough : 1)) {
      // Questions asked in the same turn of the event loop come along.
      await setImmediate()
      const { batch, rest } = take(line.waiting, { max, apart })
      line.waiting = rest
      if (batch.length > 0) await answerAll(db, { ask, batch })
    }
    line.busyLanes--
  }

  return (db, question) => {
    assert(!db.isTransaction, 'what others ask does not belong into a transaction')
    const line = lines.get(db) ?? { waiting: [], busyLanes: 0 }
    lines.set(db, line)
    return new Promise((resolve, reject) => {
      line.waiting.push({ question, resolve, reject })
      if (line.busyLanes === lanes || (line.busyLanes > 0 && line.waiting.length < enough)) return
      line.busyLanes++
      void run(db, line)
    })
  }
}

function take<Question, Answer>(
  waiting: Waiting<Question, Answer>[],
  { max, apart }: { max: number; apart: Gathering<Question>['apart'] },
) {
  if (!apart) return { batch: waiting.slice(0, max), rest: waiting.slice(max) }
  const batch = new Map<string, Waiting<Question, Answer>>()
  const rest: Waiting<Question, Answer>[] = []
  for (const one of waiting) {
    const mark = apart(one.question)
    if (batch.size < max && !batch.has(mark)) batch.set(mark, one)
    else rest.push(one)
  }
  return { batch: [...batch.values()], rest }
}

async function answerAll<Question, Answer>(
  db: Db,
  {
    ask,
    batch,
  }: {
    ask: (db: Db, questions: readonly Question[]) => Promise<readonly Answer[]>
    batch: readonly Waiting<Question, Answer>[]
  },
): Promise<void> {
  try {
    const answers = await ask(
      db,
      batch.map(({ question }) => question),
    )
    assert.equal(answers.length, batch.length, 'each question has its answer')
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    if (batch.length === 1 || isConnectionFault(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const one of batch) await answerAll(db, { ask, batch: [one] })
  }
}
