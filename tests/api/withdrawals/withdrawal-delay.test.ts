import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import type { DelayHours } from '../../../src/contract/delay.ts'
import { messages } from '../../../src/contract/message.ts'
import { freezeAccount, keepWithdrawalDelay, updateWithdrawalDelay } from '../../../src/contract/safety.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { choose, delayLetters, delayOf, warnings } from '../../fixtures/account/delayed.ts'
import { begin, clocked, end, hourMs, owner, tested } from '../../fixtures/account/email-owner.ts'

beforeAll(begin)
afterAll(end)
beforeEach(() => sql`delete from clock.stopped`.execute(clocked.db))

const set = ({ token }: TestCustomer, hours: unknown, pin: unknown = testPin) =>
  tested.send(updateWithdrawalDelay, { hours, pin }, token)

async function waiting(hours: DelayHours): Promise<TestCustomer> {
  const customer = await owner()
  await choose(tested, customer, hours)
  return customer
}

/** The instant a shorter wait is in force from, as it was told. */
async function nextAt({ token }: TestCustomer): Promise<number> {
  const { delay } = await tested.succeed(getUser, {}, token)
  return Date.parse(delay?.next?.time ?? '')
}

describe('updateWithdrawalDelay is refused, and nothing changes or is told,', () => {
  test.each([-1, 2, 0.5, 71, 1e9, '24', ' ', '', null, true, [24], { hours: 24 }])(
    'for %j hours',
    async hours => {
      const customer = await waiting(24)
      expect(await set(customer, hours)).toMatchObject({ code: 1400 })
      expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: null })
      expect(await warnings(tested, customer)).toEqual(['pinSet', 'delayLonger 24'])
    },
  )

  test('with a wrong PIN, which counts as a try, without one, and for strangers', async () => {
    const customer = await waiting(24)
    for (const hours of [0, 72])
      expect(await set(customer, hours, '000000')).toMatchObject({ key: 'pin_incorrect' })
    expect(await set(customer, 72, '000000')).toMatchObject({ data: { triesLeft: 2 } })
    expect(await set(customer, 72, '')).toMatchObject({ code: 1400 })
    expect(await set(await newCustomer(tested), 72)).toMatchObject({ key: 'pin_unset' })
    expect(await tested.send(updateWithdrawalDelay, { hours: 72, pin: testPin })).toMatchObject({
      status: 401,
    })
    expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: null })
  })

  test('when it is to be shorter while the account is frozen', async () => {
    const customer = await waiting(24)
    await tested.succeed(freezeAccount, {}, customer.token)
    expect(await set(customer, 0)).toMatchObject({ key: 'account_frozen', data: { by: 'customer' } })
    expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: null })
    await choose(tested, customer, 72)
    expect(await delayOf(tested, customer)).toEqual({ hours: 72, next: null })
  })
})

describe('a wait', () => {
  test('is none before somebody chooses one, and then in force at once, told by message and mail', async () => {
    const customer = await owner()
    expect(await delayOf(tested, customer)).toBeNull()
    expect(await choose(tested, customer, 1)).toMatchObject({ delay: { hours: 1 } })
    await choose(tested, customer, 72)
    expect(await delayOf(tested, customer)).toEqual({ hours: 72, next: null })
    expect(await warnings(tested, customer)).toEqual(['pinSet', 'delayLonger 1', 'delayLonger 72'])
    const texts = await delayLetters(tested, customer)
    expect(texts).toHaveLength(2)
    for (const time of ['1 hour', '72 hours'])
      expect(texts).toContainEqual(expect.stringContaining(`sent ${time} after you request it`))
    for (const text of texts) expect(text).toContain('freeze the account in the security center at once')
  })

  test('that is shorter is in force when the wait of now has passed, to the second, and not before', async () => {
    const customer = await waiting(24)
    const before = Date.now()
    await choose(tested, customer, 1)
    const at = await nextAt(customer)
    expect(Math.abs(at - before - 24 * hourMs)).toBeLessThan(hourMs)
    expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: 1 })
    await clocked.stopAt(new Date(at - 1))
    expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: 1 })
    await clocked.stopAt(new Date(at + 1))
    expect(await delayOf(tested, customer)).toEqual({ hours: 1, next: null })
    expect(await warnings(tested, customer)).toEqual(['pinSet', 'delayLonger 24', 'delayShorter 24 1'])
    const from = `From ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC on`
    expect(await delayLetters(tested, customer)).toContainEqual(expect.stringContaining(from))
  })

  test('that is none any more is told as that, and waits as long', async () => {
    const customer = await waiting(72)
    await choose(tested, customer, 0)
    const at = await nextAt(customer)
    await clocked.stopAt(new Date(at - 1))
    expect(await delayOf(tested, customer)).toEqual({ hours: 72, next: 0 })
    await clocked.stopAt(new Date(at + 1))
    expect(await delayOf(tested, customer)).toBeNull()
    expect((await warnings(tested, customer)).at(-1)).toBe('delayShorter 72')
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, customer.token)
    expect(list[0]).toMatchObject({
      content: expect.stringContaining('In 72 h withdrawals will no longer wait'),
      action: '/pages/safeCenter/safeCenter?delay=1',
    })
  })

  test('that was shortened counts from what it is by then', async () => {
    const customer = await waiting(72)
    await choose(tested, customer, 1)
    const at = await nextAt(customer)
    await clocked.stopAt(new Date(at + hourMs))
    await choose(tested, customer, 0)
    expect(await nextAt(customer)).toBe(at + 2 * hourMs)
    expect(await delayOf(tested, customer)).toEqual({ hours: 1, next: 0 })
  })
})

describe('a shorter wait on its way', () => {
  test('waits no longer for being asked for again, and anew for being another', async () => {
    const customer = await waiting(72)
    await choose(tested, customer, 24)
    const at = await nextAt(customer)
    await clocked.stopAt(new Date(at - hourMs))
    await choose(tested, customer, 24)
    expect(await nextAt(customer)).toBe(at)
    expect(await warnings(tested, customer)).toHaveLength(3)
    await choose(tested, customer, 0)
    expect(await nextAt(customer)).toBe(at - hourMs + 72 * hourMs)
    expect((await warnings(tested, customer)).at(-1)).toBe('delayShorter 72')
  })

  test('is taken back without the PIN, by choosing what is in force, and by what is longer', async () => {
    const customer = await waiting(24)
    const takingBack = [
      () => tested.succeed(keepWithdrawalDelay, {}, customer.token),
      () => choose(tested, customer, 24),
      () => choose(tested, customer, 72),
    ]
    for (const takeBack of takingBack) {
      await choose(tested, customer, 0)
      expect((await takeBack()).delay?.next).toBeUndefined()
    }
    expect(await delayOf(tested, customer)).toEqual({ hours: 72, next: null })
    expect((await warnings(tested, customer)).slice(2)).toEqual([
      'delayShorter 24',
      'delayKept 24',
      'delayShorter 24',
      'delayKept 24',
      'delayShorter 24',
      'delayLonger 72',
    ])
    // Once more, with nothing on its way, it changes nothing and tells nothing.
    await tested.succeed(keepWithdrawalDelay, {}, customer.token)
    expect(await warnings(tested, customer)).toHaveLength(8)
  })

  test('that is in force by now is not taken back', async () => {
    const customer = await waiting(24)
    await choose(tested, customer, 0)
    await clocked.stopAt(new Date((await nextAt(customer)) + 1))
    await tested.succeed(keepWithdrawalDelay, {}, customer.token)
    expect(await delayOf(tested, customer)).toBeNull()
  })
})
