import { PostgresDriver } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Envelope } from '../../src/contract/call.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { throughout } from '../fixtures/throughout.ts'
import { decided, type Move, moves } from './moves.ts'
import { ask, openTown } from './town.ts'
import { since, type Trace, traceOf } from './trace.ts'

// The connection breaks at one commit of a call after the other, which is carried out or is not, and nobody hears which.
// Whoever asks again, on another node, has what one call alone leaves.

const town = throughout(openTown)

const ends = ['carried out', 'lost'] as const

/** Breaks the connection at the `n`-th commit from now on; gives whether it came to that when it is over. */
async function breakingAt(
  n: number,
  end: (typeof ends)[number],
  work: () => Promise<unknown>,
): Promise<boolean> {
  const { commitTransaction, rollbackTransaction } = PostgresDriver.prototype
  let commits = 0
  PostgresDriver.prototype.commitTransaction = async function (connection) {
    commits++
    if (commits !== n) return await commitTransaction.call(this, connection)
    await (end === 'lost' ? rollbackTransaction : commitTransaction).call(this, connection)
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  }
  try {
    await work()
  } finally {
    PostgresDriver.prototype.commitTransaction = commitTransaction
  }
  return commits >= n
}

const isDone = (answer: Envelope) => 'code' in answer && answer.code === 1

/** Makes a call whose `n`-th commit nobody hears of, and makes it again. What is left, and whether there was such a commit. */
async function madeTwice(move: Move, { n, end }: { n: number; end: (typeof ends)[number] }) {
  const { call } = move
  const { person, input } = await move.ready(town, 1)
  const body = call.movesMoney === 'byKey' ? decided(input(0)) : input(0)
  const before = await traceOf(town.db, person.userId)
  const [first, second] = town.nodes
  const isBroken = await breakingAt(n, end, () => ask(first, call, body, person))
  const again = await ask(second, call, body, person)
  if (call.movesMoney === 'byKey') expect(isDone(again), JSON.stringify(again)).toBe(true)
  return { isBroken, trace: since(before, await traceOf(town.db, person.userId)) }
}

const cases = moves.flatMap(move => {
  const name = `${move.call.path.split('/').at(-1)}${move.about ? ` ${move.about}` : ''}`
  return ends.map(end => [name, end, move] as const)
})

describe('a commit of which nobody hears', () => {
  test.each(cases)('of %s, that is %s', async (_name, end, move) => {
    const { trace: alone } = await madeTwice(move, { n: Number.POSITIVE_INFINITY, end })
    let broken = 0
    for (let isBroken = true; isBroken; ) {
      const made: { isBroken: boolean; trace: Trace } = await madeTwice(move, { n: broken + 1, end })
      expect(made.trace, `commit ${broken + 1}`).toEqual(alone)
      isBroken = made.isBroken
      if (isBroken) broken++
    }
    expect(broken).toBeGreaterThan(0)
  })
})

test('the books are right after all of it', async () => {
  expect((await checkLedger(town.db)).disagreement).toBeNull()
})
