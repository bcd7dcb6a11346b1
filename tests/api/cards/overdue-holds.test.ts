import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { detail } from '../../../src/contract/bill.ts'
import { askAboutHolds } from '../../../src/server/jobs/overdue-holds.ts'
import { holdOf } from '../../../src/server/ledger/ledger.ts'
import { begin, customer, renew, town, world } from '../../fixtures/cards/card-town.ts'
import { shop } from '../../fixtures/cards/cardholder.ts'
import {
  alarms,
  approved,
  bills,
  bought,
  forgetWords,
  hoursLeft,
  lost,
  money,
  purchaseOf,
  released,
  round,
  told,
} from '../../fixtures/cards/long-held.ts'
import { secondNode } from '../../fixtures/two-nodes.ts'

// What is on hold on a card and of which the issuer says no more ends by asking it: over real sockets, with words that no
// hook ever brings.

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

describe('money on hold of which the issuer says no more', () => {
  test('is not asked about in its time, which is longer in a hotel', async () => {
    const [usual, hotel] = [await bought(), await bought({ ...shop, mcc: '7011' })]
    expect([await hoursLeft(usual), await hoursLeft(hotel)]).toEqual([8 * 24, 31 * 24])
    const asked = vi.spyOn(world.issuer, 'authorizationOf')
    await askAboutHolds({ ...world, issuer: { ...world.issuer, authorizationOf: asked } })
    expect(asked).not.toHaveBeenCalled()
  })

  test('that is let go is free again, and told as the event would have', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.expire({ threadId })
    expect(await money()).toEqual([10000n, 2010n])
    await round(threadId)
    expect(await money()).toEqual([10000n, 0n])
    expect(await told()).toEqual(['cardTransaction -20 expired'])
    const { holdId } = await purchaseOf(threadId)
    expect(await holdOf(world.db, holdId)).toMatchObject({ state: 'expired', remainingMinor: 0n })
    const [bill] = await bills()
    const trail = await town.tested.succeed(detail, { id: bill?.id }, customer.token)
    expect(trail.steps.map(({ what }) => what)).toEqual(['authorized', 'expired'])
    expect(await released()).toMatchObject([{ params: { amount: '20', merchant: shop.name } }])
  })

  test('that is claimed late all the same is charged, with its fee', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.expire({ threadId })
    await round(threadId)
    town.faults.clear()
    town.sandbox.events.clear({ threadId, amount: '20.00' })
    await expect.poll(() => town.sandbox.webhooks.waiting()).toEqual([])
    await town.tested.work()
    expect(await money()).toEqual([10000n - 2010n, 0n])
    expect(await told()).toEqual(['consume -20 done'])
    expect(await purchaseOf(threadId)).toMatchObject({
      status: 'posted',
      cleared_minor: 2000n,
      fee_minor: 10n,
    })
  })

  test('that was cleared or reversed is booked as told, and once though its hook comes after all', async () => {
    const [cleared, reversed] = [await bought(), await bought()]
    town.faults.set({ part: 'issuer', kind: 'drop_webhook', count: 2, ms: 3000 })
    town.sandbox.events.clear({ threadId: cleared, amount: '15.00', final: true })
    town.sandbox.events.reverse({ threadId: reversed })
    await round(cleared)
    await round(reversed)
    const after = [10000n - 1508n, 0n]
    expect(await money()).toEqual(after)
    expect((await told()).sort()).toEqual(['cardTransaction -20 reversed', 'consume -15 done'])
    await expect.poll(() => town.sandbox.webhooks.waiting()).toEqual([])
    await town.tested.work()
    expect(await money()).toEqual(after)
    expect(await told()).toHaveLength(2)
    expect(await released()).toHaveLength(1)
  })

  test('that may still be claimed is left for a day, and for an hour where nobody answers', async () => {
    const threadId = await bought()
    await round(threadId)
    expect(await hoursLeft(threadId)).toBe(24)
    town.faults.set({ part: 'issuer', kind: 'error_before', path: '/v1/authorizations', count: 1 })
    await round(threadId)
    expect(await hoursLeft(threadId)).toBe(1)
    expect([await money(), await told(), await alarms()]).toEqual([[10000n, 2010n], [approved], []])
  })

  test('of which a part was claimed and the rest is open keeps the rest', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.clear({ threadId, amount: '5.00', final: false })
    await round(threadId)
    expect(await hoursLeft(threadId)).toBe(1)
    await round(threadId)
    expect(await hoursLeft(threadId)).toBe(24)
    expect(await money()).toEqual([10000n - 503n, 1508n])
  })

  test('that is over there without a word is free once, though two nodes ask at once', async () => {
    const threadId = await bought()
    lost()
    town.sandbox.events.reverse({ threadId })
    forgetWords(threadId)
    const node = await secondNode(world)
    const nodes = [world, { ...node.world, issuer: world.issuer }]
    await sql`update holds set expires_at = now() where id = ${(await purchaseOf(threadId)).holdId}`.execute(
      world.db,
    )
    await Promise.all([...nodes, ...nodes].map(askAboutHolds))
    await Promise.all([...nodes, ...nodes].map(askAboutHolds)).finally(node.close)
    await town.tested.work()
    expect([await money(), await told()]).toEqual([[10000n, 0n], ['cardTransaction -20 expired']])
    expect([await released(), await alarms()]).toMatchObject([[{ params: { amount: '20' } }], []])
  })
})
