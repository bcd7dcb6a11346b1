import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '../../src/server/account/devices.ts'
import { workLater } from '../fixtures/cards/cardholder.ts'
import { dyingAt } from '../fixtures/dying.ts'
import { begin, type Ready, stories, tested } from '../fixtures/jobs/stories.ts'
import { since, traceOf } from '../races/trace.ts'

// A process dies before each statement of a job, or of an answer to the issuer, in turn. What is asked for again ends as if it had not: nothing is lost, and
// nothing is there twice.

beforeAll(begin)
afterAll(() => tested.close())

const db = () => tested.world.db

/** What is there in the end when the process that has the job dies before its `n`-th statement, and whether it came so far. */
async function endOf(story: () => Promise<Ready>, n: number) {
  // All of them come from one network, which has only so many letters.
  await db().deleteFrom('attempts').execute()
  const before = await traceOf(db(), nobody)
  const { customer, run, left = () => null } = await story()
  const dying = dyingAt(db(), n)
  const silent = Object.assign(Object.create(tested.world.log), { error() {} })
  await run({ ...tested.world, db: dying.db, log: silent }).catch(error => {
    expect(String(error)).toContain('killed')
  })
  await run(tested.world)
  await workLater(tested)
  const trace = since(before, await traceOf(db(), customer.userId))
  return { hasDied: dying.hasDied(), end: { trace, left: await left() } }
}

test.each(Object.entries(stories))('%s', async (_name, story) => {
  const { end: undisturbed } = await endOf(story, Number.POSITIVE_INFINITY)
  let steps = 0
  for (let hasDied = true; hasDied; steps++) {
    const ended = await endOf(story, steps + 1)
    expect(ended.end, `before statement ${steps + 1}`).toEqual(undisturbed)
    hasDied = ended.hasDied
  }
  expect(steps).toBeGreaterThan(2)
})
