import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/bill.ts'
import { askAboutHolds } from '../../../src/server/jobs/overdue-holds.ts'
import { holdOf } from '../../../src/server/ledger/ledger.ts'
import { begin, card, customer, killedAt, renew, town, world } from '../../fixtures/cards/card-town.ts'
import { shop } from '../../fixtures/cards/cardholder.ts'
import { boughtEarlier } from '../../fixtures/cards/dated.ts'
import {
  alarms,
  approved,
  bills,
  bought,
  forgetWords,
  hoursLeft,
  lost,
  meddled,
  money,
  purchaseOf,
  released,
  round,
  told,
} from '../../fixtures/cards/long-held.ts'
import { failingNow, passMinutes } from '../../fixtures/jobs/failing.ts'

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

describe('while the issuer is asked', () => {
  test('a clearing arrives: it is charged, and nothing else happens', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.expire({ threadId })
    forgetWords(threadId)
    town.faults.clear()
    const node = meddled(async () => {
      town.sandbox.events.clear({ threadId, amount: '18.00', final: true })
      await expect.poll(() => town.sandbox.webhooks.waiting()).toEqual([])
      await town.tested.work()
    })
    await round(threadId, node)
    expect(await money()).toEqual([10000n - 1809n, 0n])
    expect(await told()).toEqual(['consume -18 done'])
    const trail = await town.tested.succeed(detail, { id: (await bills())[0]?.id }, customer.token)
    expect(trail.steps.map(({ what }) => what)).toEqual(['authorized', 'cleared'])
    expect(await released()).toEqual([])
  })

  test('it is asked for anew: the new approval stays, whatever became of the first', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.expire({ threadId })
    forgetWords(threadId)
    const first = (await purchaseOf(threadId)).holdId
    const later = new Date(Date.now() + 5).toISOString()
    const asked = { id: `ask_${randomUUID()}`, cardId: card.issuerCardId, threadId, kind: 'incremental' }
    const more = { amount: '5.00', currency: 'USD', merchant: shop, channel: 'online', at: later }
    await round(
      threadId,
      meddled(() => town.sandbox.webhooks.ask({ ...asked, ...more })),
    )
    expect(await money()).toEqual([10000n, 503n])
    expect((await purchaseOf(threadId)).status).toBe('pending')
    expect(await holdOf(world.db, first)).toMatchObject({ remainingMinor: 503n })
  })

  test('it ends at any statement: the next round comes to the same', async () => {
    let isThrough = false
    let at = 0
    while (!isThrough) {
      at++
      // A card pays ten times a minute.
      await boughtEarlier(world.db, 1)
      const threadId = await bought()
      lost()
      town.sandbox.events.expire({ threadId })
      if (at % 2 === 0) forgetWords(threadId)
      const { holdId } = await purchaseOf(threadId)
      await sql`update holds set expires_at = now() where id = ${holdId}`.execute(world.db)
      isThrough = await killedAt(at, askAboutHolds)
      await town.tested.work()
      await round(threadId)
      expect([at, (await purchaseOf(threadId)).status]).toEqual([at, 'expired'])
    }
    expect(at).toBeGreaterThan(5)
    expect([await money(), await alarms()]).toEqual([[10000n, 0n], []])
    expect(await released()).toHaveLength(at)
  })
})

describe('a person is called, and the hold stays, where the issuer', () => {
  test('knows no such authorization, until it does', async () => {
    const threadId = await bought()
    const thread = town.sandbox.rows.threads.get(threadId)
    if (!thread) throw new Error('no thread')
    town.sandbox.rows.threads.drop(threadId)
    for (let time = 0; time < 2; time++) await round(threadId)
    const { id } = await purchaseOf(threadId)
    expect(await alarms()).toMatchObject([{ subject: id, detail: { why: 'no such authorization' } }])
    expect(await money()).toEqual([10000n, 2010n])
    town.sandbox.rows.threads.put(threadId, thread)
    await round(threadId)
    expect([await alarms(), await hoursLeft(threadId)]).toEqual([[], 24])
  })

  test('says that it was cleared, and by nothing that was told', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.clear({ threadId })
    forgetWords(threadId)
    await round(threadId)
    expect(await alarms()).toMatchObject([{ detail: { why: 'cleared, and no clearing was told' } }])
    expect([await money(), await told()]).toEqual([[10000n, 2010n], [approved]])
  })

  test('told what we could not follow', async () => {
    const threadId = await bought()
    const { id = '' } = town.sandbox.rows.told.all().at(-1) ?? {}
    lost()
    town.sandbox.events.expire({ threadId })
    const nonsense = town.sandbox.rows.told.all().findLast(({ body }) => body.includes(threadId))
    if (!nonsense || nonsense.id === id) throw new Error('nothing was told')
    const event = { ...JSON.parse(nonsense.body), data: { threadId } }
    town.sandbox.rows.told.put(nonsense.id, { ...nonsense, body: JSON.stringify(event) })
    for (let time = 0; time < 2; time++) await round(threadId)
    const { rows } =
      await sql`select from alarms where subject = ${nonsense.id} and settled_at is null`.execute(world.db)
    expect([rows.length, await money()]).toEqual([1, [10000n, 2010n]])
  })
})

test('a purchase that fails each time it is asked about calls a person, until it does not', async () => {
  const threadId = await bought()
  const { id } = await purchaseOf(threadId)
  const wrong = meddled(() => Promise.reject(new Error('nonsense')))
  await round(threadId, wrong)
  expect(await failingNow(world.db)).toEqual([])
  await passMinutes(world.db, 31)
  await round(threadId, wrong)
  expect(await failingNow(world.db)).toEqual([`overdue-holds ${id}`])
  await round(threadId)
  expect(await failingNow(world.db)).toEqual([])
  expect(await hoursLeft(threadId)).toBe(24)
})
