import { describe, expect, test } from 'vitest'
import type { Envelope } from '../../src/contract/call.ts'
import { everyCall } from '../../src/contract/index.ts'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { throughout } from '../fixtures/throughout.ts'
import type { Node } from '../fixtures/world.ts'
import { decided, type Move, moves, type Ready } from './moves.ts'
import { type Sending, sendTogether } from './together.ts'
import { ask, openTown } from './town.ts'
import { since, type Trace, traceOf } from './trace.ts'

// A call made N times in one moment, on two nodes, must leave what it leaves when it is made one after another. A customer
// who begins alike and makes them one after another is the yardstick. The last bytes of all requests are sent together, so
// that all of them pass every check before the first has done anything.

const town = throughout(openTown)

const sizes = [2, 20, 200]
const nameOf = ({ call, about }: Move) => `${call.path.split('/').at(-1)}${about ? ` ${about}` : ''}`
const cases = moves.flatMap(move => sizes.map(count => [nameOf(move), count, move] as const))
const keyed = cases.filter(([, , { call }]) => call.movesMoney === 'byKey')

type Answer = Envelope & { key?: string }
const isDone = (answer: Answer) => 'code' in answer && answer.code === 1
/** Others were in the way for too long: whoever hears that asks again. */
const isUnsure = (answer: Answer) =>
  ('status' in answer && answer.status === 503) || answer.key === 'request_in_progress'

/** What an answer says, whichever moment it is given in. */
const saidIn = (answer: Answer) =>
  JSON.stringify(answer, (name, value) => (name === 'leftSeconds' ? undefined : value))

function sendingsOf(
  { call }: Move,
  { ready, bodies }: { ready: Ready; bodies: readonly object[] },
): Sending[] {
  const { token } = ready.person
  return bodies.map((body, n) => ({ node: town.nodes[n % 2] as Node, call, token, body }))
}

/** The answers of all, sent at once; of those that were in each other's way, when they had asked again. */
async function race(sendings: readonly Sending[], { person }: Ready): Promise<Answer[]> {
  const answers: Answer[] = await sendTogether(sendings)
  for (const [n, { node, call, body }] of sendings.entries()) {
    for (let turn = 0; turn < 5 && isUnsure(answers[n] as Answer); turn++) {
      answers[n] = await ask(node, call, body, person)
    }
  }
  return answers
}

function bodyOf({ call }: Move, input: object, key = newId()): object {
  return call.movesMoney === 'byKey' ? decided(input, key) : input
}

/** What is left of a call made by one alone, one after another: after the first, after the second, and after all that fit. */
async function tracesAlone(move: Move): Promise<Map<number, Trace>> {
  const most = move.fits + 1
  const ready = await move.ready(town, most)
  const before = await traceOf(town.db, ready.person.userId)
  const traces = new Map<number, Trace>()
  for (let n = 0; n < most; n++) {
    const [sending] = sendingsOf(move, { ready, bodies: [bodyOf(move, ready.input(n))] })
    const { node, call, body } = sending as Sending
    const answer: Answer = await ask(node, call, body, ready.person)
    if (call.movesMoney === 'byKey') expect(isDone(answer), JSON.stringify(answer)).toBe(n < move.fits)
    traces.set(n + 1, since(before, await traceOf(town.db, ready.person.userId)))
  }
  return traces
}

const known = new Map<Move, Promise<Map<number, Trace>>>()
async function traceAlone(move: Move, times: number): Promise<Trace> {
  const traces = known.get(move) ?? tracesAlone(move)
  known.set(move, traces)
  return (await traces).get(Math.min(times, move.fits + 1)) as Trace
}

test('every call that moves money is raced', () => {
  const raced = new Set(moves.map(({ call }) => call.path))
  const moving = everyCall().filter(({ call }) => call.movesMoney !== null)
  expect(moving.filter(({ call }) => !raced.has(call.path)).map(({ name }) => name)).toEqual([])
})

describe('the same wish again and again has one effect', () => {
  test.each(cases)('%s, %i at once', async (_name, count, move) => {
    const alone = await traceAlone(move, 1)
    const ready = await move.ready(town, 1)
    const body = bodyOf(move, ready.input(0))
    const bodies = Array.from({ length: count }, () => body)
    const before = await traceOf(town.db, ready.person.userId)
    const answers = await race(sendingsOf(move, { ready, bodies }), ready)
    expect(since(before, await traceOf(town.db, ready.person.userId))).toEqual(alone)
    const done = answers.filter(isDone)
    expect(new Set(done.map(saidIn)).size, 'answers').toBe(1)
    const allowed = move.call.movesMoney === 'byKey' ? [] : move.refusals
    for (const answer of answers) if (!isDone(answer)) expect(allowed).toContain(answer.key)
  })
})

describe('wishes with keys of their own go as far as the money and the limits', () => {
  test.each(keyed)('%s, %i at once', async (_name, count, move) => {
    const alone = await traceAlone(move, count)
    const ready = await move.ready(town, count)
    const bodies = Array.from({ length: count }, (_, n) => bodyOf(move, ready.input(n)))
    const before = await traceOf(town.db, ready.person.userId)
    const answers = await race(sendingsOf(move, { ready, bodies }), ready)
    expect(answers.filter(isDone)).toHaveLength(Math.min(count, move.fits))
    for (const answer of answers) if (!isDone(answer)) expect(move.refusals).toContain(answer.key)
    expect(since(before, await traceOf(town.db, ready.person.userId))).toEqual(alone)
  })
})

test('the books are right after all of it', async () => {
  expect((await checkLedger(town.db)).disagreement).toBeNull()
})
