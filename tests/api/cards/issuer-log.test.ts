import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Issuer, LoggedEvent } from '../../../src/server/cards/issuer.ts'
import { followEvents } from '../../../src/server/jobs/follow-events.ts'
import { jobs } from '../../../src/server/jobs/index.ts'
import { Later, type Schedule, startRunner } from '../../../src/server/jobs/queue/runner.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let eventsSince: Issuer['eventsSince']
let asked = 0
beforeEach(() => {
  asked = 0
})

/** Reads the log of an issuer that answers with these pages; null where it ends well. */
async function follow(pageOf: (count: number) => { events?: LoggedEvent[]; next: string | null }) {
  eventsSince = async () => ({ outcome: 'done', events: [], ...pageOf(asked++) })
  const { world } = tested
  const read = followEvents.run({ ...world, issuer: { ...world.issuer, eventsSince } })
  return await read.then(
    () => null,
    (error: unknown) => error,
  )
}

const logged = (id: unknown = `evt_${randomUUID()}`): LoggedEvent => ({
  toldAt: new Date(),
  event: { id, type: 'card.renamed', at: new Date().toISOString(), data: {} },
})
const alarms = async (kind: string) => {
  const open = tested.world.db.selectFrom('alarms').select(['subject', 'detail']).where('kind', '=', kind)
  return await open.where('settled_at', 'is', null).execute()
}
const known = async ({ event }: LoggedEvent) =>
  (
    await tested.world.db
      .selectFrom('issuer_events')
      .select('id')
      .where('id', '=', String(event.id))
      .execute()
  ).length

describe('the log of an issuer', () => {
  test('whose pages lead in a circle is read no further; what it told is kept, and a person is called', async () => {
    const event = logged()
    const pages = ['b', 'c', 'b', 'c']
    const error = await follow(count => ({
      events: [event],
      next: count < 500 ? (pages[count % 4] ?? null) : null,
    }))
    expect(error).toBeInstanceOf(Later)
    expect((error as Later).delayMs).toBeGreaterThanOrEqual(1000)
    expect(asked).toBe(3)
    expect(await known(event)).toBe(1)
    expect(await alarms('issuer_silent')).toMatchObject([{ detail: { why: 'its pages have no end' } }])
  })

  test('is left alone the longer, the longer that has been so, until it has an end', async () => {
    const { db } = tested.world
    const anHourAgo = new Date(Date.now() - 3600_000)
    await db.updateTable('alarms').set({ created_at: anHourAgo }).execute()
    expect(await follow(count => ({ next: count < 500 ? 'same' : null }))).toMatchObject({ delayMs: 300_000 })
    expect(await follow(count => ({ next: count === 0 ? 'last' : null }))).toBeNull()
    expect(await alarms('issuer_silent')).toEqual([])
  })

  test('whose pages never end is left after so many', async () => {
    const error = await follow(count => ({ next: count < 20_000 ? `page ${count}` : null }))
    expect(error).toBeInstanceOf(Later)
    expect(asked).toBeLessThan(6000)
    expect(await alarms('issuer_silent')).toHaveLength(1)
  })

  test('that names an event with what no index holds is read on all the same', async () => {
    const endless = Array.from({ length: 300 }, () => randomUUID()).join('')
    const next = logged()
    expect(await follow(() => ({ events: [logged(endless), logged(7), next], next: null }))).toBeNull()
    expect(await known(next)).toBe(1)
    const subjects = (await alarms('issuer_event_ignored')).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining([endless.slice(0, 200), 'no name']))
  })
})

test('a schedule that has to wait for somebody is put off for every node', async () => {
  const { world } = tested
  let turns = 0
  const waits: Schedule = {
    name: 'waits',
    everyMs: 10,
    run: async () => {
      turns++
      throw new Later(200_000)
    },
  }
  const nextAt = async () => {
    const row = await world.db
      .selectFrom('schedules')
      .select('next_at')
      .where('name', '=', 'waits')
      .executeTakeFirst()
    return row ? row.next_at.getTime() - Date.now() : 0
  }
  const nodes = [startRunner(world, jobs, [waits]), startRunner(world, jobs, [waits])]
  await expect.poll(nextAt).toBeGreaterThan(100_000)
  await Promise.all(nodes.map(node => node.stop()))
  expect(turns).toBeLessThan(3)
})
