import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Issuer } from '../../../src/server/cards/issuer.ts'
import type { World } from '../../../src/server/world.ts'
import { begin, renew, town, world } from '../../fixtures/cards/card-town.ts'
import { alarms, bought, hoursLeft, money, purchaseOf, round } from '../../fixtures/cards/long-held.ts'

// Purchases beyond their time of which the issuer says nothing, for as long as one likes.

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

const silent = { why: 'the issuer has not answered for days' }
const asked = (authorizationOf: Issuer['authorizationOf']): World => ({
  ...world,
  issuer: { ...world.issuer, authorizationOf },
})
const unheard = () => asked(async () => ({ outcome: 'unknown' }))
/** What it says breaks off where it is read. */
const broken = () =>
  asked(async request => {
    const answer = await world.issuer.authorizationOf(request)
    return answer.outcome === 'done' ? { ...answer, events: null as never } : answer
  })

async function daysPass(threadId: string, days: number) {
  const { id } = await purchaseOf(threadId)
  await sql`
    update purchases set unanswered_since = unanswered_since - make_interval(days => ${days})
    where id = ${id}`.execute(world.db)
}

test.each([
  ['nobody answers for', unheard],
  ['cannot be followed for', broken],
])('a person is called for what %s days, not for hours, until it is answered', async (_, node) => {
  const threadId = await bought()
  const { id } = await purchaseOf(threadId)
  for (let time = 0; time < 2; time++) await round(threadId, node())
  await daysPass(threadId, 2)
  await round(threadId, node())
  expect([await alarms(), await hoursLeft(threadId)]).toEqual([[], 1])
  await daysPass(threadId, 2)
  await round(threadId, node())
  expect(await alarms()).toMatchObject([{ subject: id, detail: silent }])
  expect([await money(), await hoursLeft(threadId)]).toEqual([[10000n, 2010n], 1])
  await round(threadId)
  expect([await alarms(), await hoursLeft(threadId)]).toEqual([[], 24])
  await round(threadId, node())
  expect(await alarms()).toEqual([])
})
