import { afterEach, beforeEach, expect, test } from 'vitest'
import { trialIssuer } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
let cardId = ''
beforeEach(async () => {
  trial = await trialIssuer()
  cardId = (await trial.openCard()).id
})
afterEach(() => trial.close())

async function logOf(path: string) {
  const { body } = await trial.read(path)
  return body as { events: { toldAt: string; event: { id: string } }[]; next: string | null }
}

test('an event is in the log as it is delivered, a lost one too, over a restart', async () => {
  const { events } = trial.issuer()
  trial.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 1 })
  const lost = events.updateCard({ cardId, state: 'frozen' })
  const heard = events.updateCard({ cardId, state: 'active' })
  await expect.poll(() => trial.server.events().map(({ id }) => id)).toEqual([heard])
  await trial.restart()
  const log = await logOf('/v1/events')
  expect(log.events.map(({ event }) => event.id)).toEqual([lost, heard])
  expect([log.events[1]?.event, log.next]).toEqual([trial.server.events()[0], null])
})

test('the log comes in pages, from a moment on, and knows no page after an event that it never had', async () => {
  trial.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 60 })
  const ids: string[] = []
  for (let count = 0; count < 60; count++) ids.push(trial.issuer().webhooks.tell('card.updated', { cardId }))
  const first = await logOf('/v1/events')
  const second = await logOf(`/v1/events?after=${first.next}`)
  expect([...first.events, ...second.events].map(({ event }) => event.id)).toEqual(ids)
  expect([first.events.length, second.next]).toEqual([50, null])
  const from = new Date(Date.parse(second.events.at(-1)?.toldAt ?? '') + 1).toISOString()
  expect(await logOf(`/v1/events?from=${from}`)).toEqual({ events: [], next: null })
  expect((await trial.read('/v1/events?after=evt_nobody')).status).toBe(404)
})

test('what is older than thirty days is forgotten at the next start', async () => {
  const toldAt = new Date(Date.now() - 31 * 24 * 3600_000).toISOString()
  trial.issuer().rows.told.put('evt_old', { id: 'evt_old', body: '{}', toldAt })
  expect((await logOf('/v1/events')).events).toHaveLength(1)
  await trial.restart()
  expect((await logOf('/v1/events')).events).toEqual([])
})
