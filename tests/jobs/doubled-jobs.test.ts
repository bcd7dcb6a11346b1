import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '../../src/server/account/devices.ts'
import type { World } from '../../src/server/world.ts'
import { workLater } from '../fixtures/cards/cardholder.ts'
import { begin, type Ready, stories, tested } from '../fixtures/jobs/stories.ts'
import { since, traceOf } from '../races/trace.ts'

// A lease that ends too soon has a job run by two nodes at once, and once more when it is over: it ends as if it had run once.

beforeAll(begin)
afterAll(() => tested.close())

/** What is there in the end when the job runs so. */
async function endOf(
  story: () => Promise<Ready>,
  runs: (run: (world: World) => Promise<void>) => Promise<unknown>,
) {
  const { db } = tested.world
  await db.deleteFrom('attempts').execute()
  const before = await traceOf(db, nobody)
  const { customer, run, left = () => null } = await story()
  await runs(run)
  await workLater(tested)
  return { trace: since(before, await traceOf(db, customer.userId)), left: await left() }
}

test.each(Object.entries(stories))('%s', async (_name, story) => {
  const once = await endOf(story, run => run(tested.world))
  const doubled = async (run: (world: World) => Promise<void>) => {
    await Promise.all([run(tested.world), run(tested.world), run(tested.world)])
    await run(tested.world)
  }
  expect(await endOf(story, doubled)).toEqual(once)
})
