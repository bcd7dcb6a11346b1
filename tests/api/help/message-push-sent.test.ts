import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { messages, read } from '../../../src/contract/message.ts'
import { webPusher } from '../../../src/server/push/pushers/web-push.ts'
import { later, paid, set, tested, told } from '../../fixtures/messages/copied.ts'
import { keyPair } from '../../fixtures/messages/push-town.ts'
import {
  beginWithPush,
  close,
  listOf,
  shownBy,
  titlesOf,
  town,
  withBrowser,
  withTwo,
} from '../../fixtures/messages/pushed.ts'

beforeAll(() => beginWithPush())
afterAll(() => close())

describe('a notification', () => {
  test('covers amounts where its customer did not ask for them, and leads to the message', async () => {
    const [shy, open] = [await withBrowser(), await withBrowser({ hasAmounts: true })]
    for (const customer of [shy, open]) await told(customer, paid)
    await tested.work()
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, shy.token)
    expect(shownBy(shy.browser)).toMatchObject([
      {
        title: 'You paid *** USD',
        body: expect.stringContaining('*** USD at Kiln & Co'),
        data: `/pages/message/message?id=${list[0]?.id}`,
        lang: 'en',
      },
    ])
    expect(shownBy(open.browser)).toMatchObject([
      { title: 'You paid 12.50 USD', body: expect.stringContaining('12.50 USD') },
    ])
  })

  test('goes to every device, at once where it is urgent, and tells its service nothing', async () => {
    const { customer, browsers } = await withTwo()
    await told(customer, { kind: 'system', noticeType: 'security', params: { event: 'pinSet' } })
    await tested.work()
    for (const { id } of browsers)
      expect(town.service.messages(id)).toMatchObject([
        { urgency: 'high', ttl: 3 * 86_400, topic: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ])
    expect(new Set(browsers.map(({ id }) => town.service.messages(id)[0]?.topic)).size).toBe(2)
  })

  test('of a question is urgent, and kept as long as it can be answered', async () => {
    const customer = await withBrowser()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const params = { state: 'waiting', until, amount: '20', currency: 'USD', merchant: 'Kiln', last4: '4242' }
    await told(customer, { kind: 'system', noticeType: 'challenge', params })
    await tested.work()
    const [asked] = town.service.messages(customer.browser.id)
    expect(asked).toMatchObject({ urgency: 'high', text: expect.not.stringContaining('20.00') })
    expect(asked?.ttl).toBeGreaterThan(0)
    expect(asked?.ttl).toBeLessThanOrEqual(3600)
  })

  test('goes in the categories that are wanted, and not of what was read or turned off before', async () => {
    const customer = await withBrowser()
    await set(customer, { push: { system: false } })
    await told(customer)
    await told(customer, paid)
    await told(customer, paid)
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, customer.token)
    await tested.succeed(read, { ids: [list[0]?.id] }, customer.token)
    await tested.work()
    expect(titlesOf(customer.browser)).toEqual(['You paid *** USD'])
    await told(customer, paid)
    await set(customer, { push: { balance: false } })
    await tested.work()
    expect(shownBy(customer.browser)).toHaveLength(1)
  })

  test('waits until quiet hours are over', async () => {
    const customer = await withBrowser()
    const minute = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)
    await tested.succeed(updateUserInfo, { timezone: 'UTC' }, customer.token)
    await set(customer, { quiet: { from: minute(-3_600_000), until: minute(-7_200_000) } })
    await told(customer)
    await later()
    expect(shownBy(customer.browser)).toEqual([])
    await set(customer, { quiet: null })
    await later()
    expect(titlesOf(customer.browser)).toEqual(['Card frozen for safety'])
  })

  test('of a later state takes the place of the one before', async () => {
    const customer = await withBrowser()
    const of = (state: string, id: string) => ({
      kind: 'balance' as const,
      noticeType: 'withdraw' as const,
      params: { state },
      action: `/pages/bill/bill?id=${id}`,
    })
    const [one, other] = [randomUUID(), randomUUID()]
    for (const wanted of [of('requested', one), of('requested', other), of('sent', one)]) {
      await told(customer, wanted)
      await tested.work()
    }
    expect(new Set(shownBy(customer.browser).map(({ tag }) => tag)).size).toBe(2)
    expect(shownBy(customer.browser)).toHaveLength(2)
  })
})

describe('a push service', () => {
  test.each(['too_many', 'error'])('that answers with %s gets it later', async fault => {
    const customer = await withBrowser()
    town.fault(fault)
    await told(customer)
    await tested.work()
    expect(shownBy(customer.browser)).toEqual([])
    await later()
    expect(titlesOf(customer.browser)).toEqual(['Card frozen for safety'])
  })

  test('that says the browser is gone is not asked again, and another device gets it all the same', async () => {
    const { customer, browsers } = await withTwo()
    town.service.end(browsers[0].id)
    await told(customer)
    await tested.work()
    expect(await listOf(customer)).toMatchObject([{ current: false }])
    expect(titlesOf(browsers[1])).toEqual(['Card frozen for safety'])
  })

  test('that took it while our note of that was lost gets it again, in the place of the first', async () => {
    const customer = await withBrowser()
    const pusher = tested.world.pusher as { send: typeof town.pusher.send }
    const { send } = pusher
    pusher.send = async push => {
      pusher.send = send
      await send(push)
      throw new Error('killed')
    }
    await told(customer)
    await tested.work()
    expect(shownBy(customer.browser)).toHaveLength(1)
    const [{ id } = { id: '' }] = town.service.messages(customer.browser.id)
    await later()
    expect(town.service.messages(customer.browser.id)).toHaveLength(1)
    expect(town.service.messages(customer.browser.id)[0]?.id).not.toBe(id)
  })

  test('that knows us by another key does not get it, and the browser is kept', async () => {
    const customer = await withBrowser()
    const world = tested.world as { pusher: typeof town.pusher }
    world.pusher = webPusher({ ...keyPair(), subject: 'mailto:support@glaze.example', isSandbox: true })
    await told(customer)
    await tested.work()
    world.pusher = town.pusher
    expect(await listOf(customer)).toHaveLength(1)
    await later()
    expect(shownBy(customer.browser)).toHaveLength(1)
  })
})
