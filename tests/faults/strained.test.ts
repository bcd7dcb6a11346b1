import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { submitFeedback } from '../../src/contract/feedback.ts'
import { upload } from '../../src/contract/identity.ts'
import { convertToCardBalance, queryWallet } from '../../src/contract/wallet.ts'
import { newCustomer, type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { moneyOf } from '../fixtures/cards/cardholder.ts'
import { begin, card, customer, tested } from '../fixtures/cards/one-card.ts'
import { urlOf } from '../fixtures/postgres.ts'
import { type StrainedServer, startStrained } from '../fixtures/strained-server.ts'

// A server with 192 MB of heap, 256 files and no name that is known stands still for seconds, is sent more than it can
// hold, and goes on (research, M20 and M21).

let server: StrainedServer
beforeAll(async () => {
  await begin({ wallet: '500', onCard: '100' })
  server = await startStrained(await urlOf(tested.world.db))
})
afterAll(async () => {
  await server.stop()
  await tested.close()
})
afterEach(async () => {
  await expect.poll(() => server.isReady().catch(() => false)).toBe(true)
  expect((await server.send(queryWallet, {}, customer.token)).envelope).toMatchObject({ code: 1 })
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null])
})

const wish = () => {
  const requestId = randomUUID()
  return { cardId: card.cardId, amount: '10', currency: 'USDT', pin: testPin, requestId }
}
const recharge = (input: ReturnType<typeof wish>) => server.send(convertToCardBalance, input, customer.token)

/** A small picture in a file that weighs seven megabytes. */
async function heavyPicture(): Promise<FormData> {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  const parts = [new Uint8Array(picture), new Uint8Array(7_000_000)]
  form.set('file', new Blob(parts, { type: 'image/jpeg' }), 'picture.jpg')
  return form
}

test('sent more files and nonsense than it can hold, it refuses some and does the rest', async () => {
  const picture = await heavyPicture()
  const senders = []
  for (let n = 0; n < 12; n++) senders.push(await newCustomer(tested))
  const long = { description: 'x'.repeat(60_000), requestId: randomUUID() }
  const deep = { ...long, description: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }
  const files = senders.flatMap(({ token }) =>
    Array.from({ length: 6 }, () => server.send(upload, picture, token)),
  )
  const bodies = Array.from({ length: 100 }, (_, n) =>
    server.send(submitFeedback, n % 2 ? long : deep, customer.token),
  )
  for (const answer of await Promise.all(bodies)) expect([200, 503]).toContain(answer.status)
  const statuses = (await Promise.all(files)).map(({ status }) => status)
  const count = (status: number) => statuses.filter(one => one === status).length
  expect(count(200) + count(503)).toBe(files.length)
  expect([count(200), count(503)].map(each => each > 3)).toEqual([true, true])
  const { token } = senders[0] as TestCustomer
  expect(await server.send(upload, picture, token)).toMatchObject({ envelope: { code: 1 } })
})

test('standing still for five seconds is seen from outside, and what was asked meanwhile is done once', async () => {
  const before = await moneyOf(tested, customer, card)
  const wishes = Array.from({ length: 10 }, wish)
  const first = wishes.map(input => recharge(input).catch(() => null))
  await sleep(20)
  server.process.kill('SIGSTOP')
  try {
    await expect(server.isReady()).rejects.toThrow()
    await sleep(3000)
  } finally {
    server.process.kill('SIGCONT')
  }
  await Promise.all(first)
  for (const input of wishes)
    await expect.poll(async () => (await recharge(input)).envelope).toMatchObject({ code: 1 })
  expect((await moneyOf(tested, customer, card)).card - before.card).toBe(10_000n)
})

test('with more callers than it has room for files it answers again once they are gone, and keeps none open', async () => {
  await expect.poll(() => server.isReady().catch(() => false)).toBe(true)
  await sleep(500)
  const before = server.openFiles()
  const sockets: Socket[] = []
  for (let n = 0; n < 400; n++) sockets.push(connect(server.port, '127.0.0.1').on('error', () => {}))
  await expect.poll(() => server.openFiles()).toBeGreaterThan(240)
  await sleep(1000)
  expect(server.process.exitCode).toBeNull()
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => server.isReady().catch(() => false)).toBe(true)
  await expect.poll(() => server.openFiles()).toBeLessThanOrEqual(before)
})

test('while no name of the world around it is known money moves all the same', async () => {
  const before = await moneyOf(tested, customer, card)
  expect(await recharge(wish())).toMatchObject({ envelope: { code: 1 } })
  expect((await moneyOf(tested, customer, card)).card - before.card).toBe(1000n)
})
