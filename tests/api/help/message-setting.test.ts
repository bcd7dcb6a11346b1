import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageSetting } from '../../../src/contract/message.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { begin, set, tested } from '../../fixtures/messages/copied.ts'

beforeAll(() => begin())
afterAll(() => tested.close())

describe('message/setting', () => {
  test.each([
    { mail: { all: true } },
    { mail: { system: 'yes' } },
    { telegram: [] },
    { push: { all: true } },
    { pushKey: null },
    { quiet: { from: '24:00', until: '08:00' } },
    { quiet: { from: '22:00' } },
    { quiet: '22:00' },
    { userId: randomUUID() },
  ])('refuses %j and changes nothing', async change => {
    const customer = await newCustomer(tested)
    const before = await set(customer)
    expect(await tested.send(messageSetting, { ...change }, customer.token)).toMatchObject({ code: 1400 })
    expect(await set(customer)).toEqual(before)
  })

  test('tells what holds for one who chose nothing', async () => {
    const customer = await newCustomer(tested)
    expect(await set(customer)).toEqual({
      mail: { system: true, balance: false, verify: true, feedback: true },
      telegram: { system: true, balance: true, verify: true, feedback: true },
      push: { system: true, balance: true, verify: true, feedback: true },
      pushKey: null,
      telegramState: 'unbound',
      quiet: null,
      timezone: 'Asia/Shanghai',
    })
  })

  test('changes what is given and nothing else, for nobody else', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const before = await set(other)
    await set(customer, { mail: { balance: true } })
    await set(customer, { quiet: { from: '22:30', until: '07:05' } })
    expect(await set(customer, { mail: { system: false } })).toMatchObject({
      mail: { system: false, balance: true, verify: true, feedback: true },
      quiet: { from: '22:30', until: '07:05' },
    })
    expect(await set(customer, { quiet: null })).toMatchObject({ quiet: null })
    expect(await set(other)).toEqual(before)
  })

  test('keeps what two devices change at the same moment', async () => {
    const customer = await newCustomer(tested)
    await Promise.all([
      set(customer, { mail: { balance: true } }),
      set(customer, { mail: { verify: false } }),
      set(customer, { telegram: { balance: false } }),
      set(customer, { push: { feedback: false } }),
    ])
    expect(await set(customer)).toMatchObject({
      mail: { system: true, balance: true, verify: false, feedback: true },
      telegram: { balance: false },
      push: { feedback: false },
    })
  })
})
