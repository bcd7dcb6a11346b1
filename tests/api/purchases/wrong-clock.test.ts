import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { autoUsed } from '../../../src/server/cards/money/auto-recharge.ts'
import { type CardMoney, lockCardMoney } from '../../../src/server/cards/money/card-money.ts'
import { keepRecharges, planRecharge } from '../../../src/server/cards/money/recharging.ts'
import { takeView } from '../../../src/server/cards/views.ts'
import { dropUnattached, keepTicketPicture } from '../../../src/server/feedback/pictures.ts'
import { dropUnplaced, keepPicture } from '../../../src/server/identity/documents.ts'
import { handleIssuerEvent } from '../../../src/server/jobs/issuer-event.ts'
import { claimJobs, enqueue, enqueueAll, postponeJob } from '../../../src/server/jobs/queue/outbox.ts'
import { Later } from '../../../src/server/jobs/queue/runner.ts'
import {
  type CardWorld,
  openedCard,
  posting,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
} from '../../fixtures/cards/cardholder.ts'

// The clock of one node is wrong by a day: what it asks for is done in time all the same, and it gives nothing up too soon.

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())
afterEach(() => {
  vi.useRealTimers()
})

const dayMs = 24 * 3600_000
const wrongBy = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

describe.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])('a node whose clock is a day %s', (_name, ms) => {
  test('says that it is not ready for anybody', async () => {
    const ready = async () => {
      const { statusCode, body } = await tested.http.inject({ url: '/readyz' })
      return [statusCode, body]
    }
    expect(await ready()).toEqual([200, '{"isReady":true}'])
    wrongBy(ms)
    expect(await ready()).toEqual([503, '{"isReady":false}'])
  })

  test('asks for jobs that are due now, and puts them off by as much as it means', async () => {
    const { db } = tested.world
    wrongBy(ms)
    const payload = { inviteeId: randomUUID() }
    await enqueue(db, 'reward-invite', payload)
    await enqueueAll(db, 'reward-invite', [{ payload, key: randomUUID() }])
    const rooms = [{ kind: 'reward-invite', lane: 'ours', room: 5 }]
    const claimed = await claimJobs(db, { leaseMs: 1000, limit: 5, rooms, except: [] })
    expect(claimed.map(job => job.payload)).toEqual([payload, payload])
    for (const { id } of claimed) {
      await postponeJob(db, { id, delayMs: 60_000, error: null, isDead: false })
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from run_at - now())::float as seconds from jobs where id = ${id}`.execute(db)
      expect(rows[0]?.seconds).toBeGreaterThan(50)
      expect(rows[0]?.seconds).toBeLessThan(60.1)
    }
    await db.deleteFrom('jobs').execute()
  })

  test('throws away no picture before its day is over, and each after that', async () => {
    const { db, secrets } = tested.world
    const { userId } = await readyCustomer(tested, '1')
    const picture = { content: Buffer.from('a picture'), width: 1, height: 1, looks: [] }
    const keep = async () => {
      await keepPicture(tested.world, db, { userId, picture })
      await keepTicketPicture({ db, secrets }, { userId, content: picture.content })
    }
    const left = async () => {
      await dropUnplaced(db)
      await dropUnattached(db)
      const { rows } = await sql<{ count: bigint }>`
        select (select count(*) from documents where user_id = ${userId} and applicant_id is null)
          + (select count(*) from ticket_pictures where user_id = ${userId}) as count`.execute(db)
      return Number(rows[0]?.count)
    }
    await keep()
    wrongBy(ms)
    await keep()
    expect(await left()).toBe(4)
    vi.useRealTimers()
    expect(await left()).toBe(4)
    for (const table of ['documents', 'ticket_pictures'])
      await sql`update ${sql.table(table)} set created_at = created_at - interval '25 hours' where user_id = ${userId}`.execute(
        db,
      )
    expect(await left()).toBe(0)
  })

  test('counts what it does against the limits of a day and an hour', async () => {
    const { db } = tested.world
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const [money] = await lockedMoney(customer.userId, cardId)
    wrongBy(ms)
    const plan = planRecharge({ ...(money as CardMoney), hasRecharged: true }, '10')
    await keepRecharges(db, [{ ...plan, transferIds: [randomUUID()], autoCause: 'a cause' }])
    const view = { cardId, userId: customer.userId, device: 'a phone' }
    for (let count = 0; count < 5; count++) await takeView(db, view)
    vi.useRealTimers()
    expect(await autoUsed(db, cardId)).toEqual({ dayMinor: 1000n, monthMinor: 1000n })
    await expect(takeView(db, view)).rejects.toMatchObject({ key: 'limit_exceeded' })
    await db.deleteFrom('card_views').execute()
    for (let count = 0; count < 5; count++) await takeView(db, view)
    wrongBy(ms)
    await expect(takeView(db, view)).rejects.toMatchObject({ key: 'limit_exceeded' })
  })
})

const lockedMoney = (userId: string, cardId: string) =>
  tested.world.db.transaction().execute(db => lockCardMoney(db, [{ userId, cardId }]))

test('an event of a card that is not known yet is waited for by a node whose clock is ahead', async () => {
  const { db } = tested.world
  const id = `evt_${randomUUID()}`
  const data = posting({ issuerCardId: 'card_later' } as TestCard, '5.00', { final: true })
  await sendHook(tested, 'events', { id, type: 'clearing.posted', at: new Date().toISOString(), data })
  wrongBy(dayMs)
  await expect(handleIssuerEvent(tested.world, { eventId: id })).rejects.toBeInstanceOf(Later)
  await sql`update issuer_events set received_at = now() - interval '61 minutes' where id = ${id}`.execute(db)
  await handleIssuerEvent(tested.world, { eventId: id })
  const { answer } = await db
    .selectFrom('issuer_events')
    .select('answer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(answer).toEqual({ ignored: 'stranger' })
})
