import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webPusher } from '../../src/server/push/pushers/web-push.ts'
import { sayAtLength } from '../fixtures/issuer/at-length.ts'
import { keyPair, startPushTown } from '../fixtures/messages/push-town.ts'

let town: Awaited<ReturnType<typeof startPushTown>>
beforeAll(async () => {
  town = await startPushTown()
})
afterAll(() => town.close())

const words = { payload: '["到账","1 USDT"]', ttlSeconds: 60, urgency: 'high', topic: 'one' } as const
const subject = 'mailto:support@glaze.example'

/** A push service that answers so. */
async function at(answer: Parameters<typeof createServer>[1], use: (endpoint: string) => Promise<void>) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-place`)
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}

describe('a push', () => {
  test('is read by its browser alone, with how long it counts and how urgent it is', async () => {
    const [one, other] = [town.browser(), town.browser()]
    expect(await town.pusher.send({ to: one.subscription, ...words })).toEqual({ outcome: 'sent' })
    expect(town.service.messages(one.id)).toMatchObject([
      { text: words.payload, ttl: 60, urgency: 'high', topic: 'one' },
    ])
    expect(town.service.messages(other.id)).toEqual([])
    const mixed = { ...one.subscription, auth: other.subscription.auth }
    await expect(town.pusher.send({ to: mixed, ...words })).rejects.toThrow()
    expect(town.service.messages(one.id)).toHaveLength(1)
  })

  test('takes the place of what waits under its topic', async () => {
    const { id, subscription } = town.browser()
    for (const payload of ['first', 'second']) await town.pusher.send({ to: subscription, ...words, payload })
    await town.pusher.send({ to: subscription, ...words, topic: 'two' })
    expect(town.service.messages(id).map(({ text }) => text)).toEqual([words.payload, 'second'])
  })

  test('of somebody else is not taken on', async () => {
    const { id, subscription } = town.browser()
    const stranger = webPusher({ ...keyPair(), subject, isSandbox: true })
    await expect(stranger.send({ to: subscription, ...words })).rejects.toThrow('403')
    expect(town.service.messages(id)).toEqual([])
  })

  test('to a browser that is not there any more says so', async () => {
    const { id, subscription } = town.browser()
    town.service.end(id)
    const nobody = { ...subscription, endpoint: subscription.endpoint.replace(id, crypto.randomUUID()) }
    for (const to of [subscription, nobody])
      expect(await town.pusher.send({ to, ...words })).toEqual({ outcome: 'gone' })
  })

  test('waits as long as it is asked to', async () => {
    const { subscription } = town.browser()
    town.fault('too_many')
    expect(await town.pusher.send({ to: subscription, ...words })).toEqual({ outcome: 'busy', waitMs: 2000 })
  })

  test.each([
    ['soon', 30_000],
    ['999999999', 3_600_000],
    ['0', 1000],
    [new Date(Date.now() + 86_400_000).toUTCString(), 3_600_000],
  ])('asked to wait until %j waits within reason', async (retryAfter, waitMs) => {
    const busy = (_: unknown, response: import('node:http').ServerResponse) =>
      void response.writeHead(429, { 'retry-after': retryAfter }).end()
    await at(busy, async endpoint => {
      const to = { ...town.browser().subscription, endpoint }
      expect(await town.pusher.send({ to, ...words })).toEqual({ outcome: 'busy', waitMs })
    })
  })

  test('that fails, is sent elsewhere or has no answer is none, and its error tells no address', async () => {
    const { subscription } = town.browser()
    town.fault('error')
    await expect(town.pusher.send({ to: subscription, ...words })).rejects.toThrow('502')
    const moved = (_: unknown, response: import('node:http').ServerResponse) =>
      void response.writeHead(307, { location: subscription.endpoint }).end()
    await at(moved, async endpoint => {
      await expect(town.pusher.send({ to: { ...subscription, endpoint }, ...words })).rejects.toThrow('307')
    })
    const nowhere = town.pusher.send({
      to: { ...subscription, endpoint: 'http://127.0.0.1:1/secret' },
      ...words,
    })
    await expect(nowhere).rejects.toThrow('did not answer')
    await expect(nowhere).rejects.not.toThrow('secret')
    expect(town.service.messages().filter(({ text }) => text === words.payload).length).toBeGreaterThan(0)
  })

  test('is over with the first lines of an answer that never ends', async () => {
    const endless = (_: unknown, response: import('node:http').ServerResponse) =>
      sayAtLength(response, { mebibytes: 64, last: '' })
    await at(endless, async endpoint => {
      const to = { ...town.browser().subscription, endpoint }
      expect(await town.pusher.send({ to, ...words })).toEqual({ outcome: 'sent' })
    })
  })
})

test('outside of the sandbox nothing goes to this machine, by whatever name', async () => {
  const pusher = webPusher({ ...keyPair(), subject, isSandbox: false })
  const { id, subscription } = town.browser()
  expect(await pusher.send({ to: subscription, ...words })).toEqual({ outcome: 'gone' })
  expect(town.service.messages(id)).toEqual([])
})
