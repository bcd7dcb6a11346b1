import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forget } from '../../../src/contract/account.ts'
import type { BotAnswer } from '../../../src/server/telegram/bot.ts'
import { codeFor } from '../../fixtures/account/customer.ts'
import {
  begin,
  bind,
  bound,
  chatOf,
  later,
  lettersTo,
  paid,
  set,
  tested,
  told,
} from '../../fixtures/messages/copied.ts'

let answer: () => BotAnswer
beforeAll(() => begin(() => answer()))
afterAll(() => tested.close())
beforeEach(() => {
  answer = () => ({ outcome: 'sent' })
})

// Chats of others than those who are bound.
let telegramId = 8_000_000_000n

describe('Telegram', () => {
  test('that is busy gets it later, and once', async () => {
    const customer = await bound()
    answer = () => ({ outcome: 'busy', waitMs: 60_000 })
    await told(customer, paid)
    await tested.work()
    answer = () => ({ outcome: 'sent' })
    await tested.work()
    expect(chatOf(customer)).toEqual([])
    await later()
    await later()
    expect(chatOf(customer)).toHaveLength(1)
  })

  test('where the customer blocked our bot ends the copies and says why, until they ask for them again', async () => {
    const customer = await bound()
    answer = () => ({ outcome: 'forbidden' })
    await told(customer, paid)
    await tested.work()
    answer = () => ({ outcome: 'sent' })
    expect(await set(customer)).toMatchObject({ telegramState: 'blocked' })
    await told(customer, paid)
    await tested.work()
    expect(chatOf(customer)).toEqual([])
    expect(await set(customer, { telegram: { balance: true } })).toMatchObject({ telegramState: 'ready' })
    await told(customer, paid)
    await tested.work()
    expect(chatOf(customer)).toHaveLength(1)
  })

  test('of another person, bound since, is not the one that blocked our bot', async () => {
    const customer = await bound()
    answer = () => ({ outcome: 'forbidden' })
    await told(customer, paid)
    await tested.work()
    answer = () => ({ outcome: 'sent' })
    await bind(customer, telegramId++)
    expect(await set(customer)).toMatchObject({ telegramState: 'ready' })
  })

  test('that was unbound before it went gets nothing', async () => {
    const customer = await bound()
    await told(customer, paid)
    await bind(customer, null)
    await tested.work()
    expect(chatOf(customer)).toEqual([])
  })
})

describe('Telegram that a reset of the password has unbound', () => {
  test('is told of it, and of nothing after it', async () => {
    const customer = await bound()
    const { email } = customer
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    await told(customer)
    await tested.work()
    expect(chatOf(customer).map(({ text }) => text.split('\n')[0])).toEqual(['Login password reset'])
  })
})

describe('when the power goes', () => {
  test('between the commit and the sending, another node sends it', async () => {
    const customer = await bound()
    await told(customer)
    expect([lettersTo(customer), chatOf(customer)]).toEqual([[], []])
    await tested.work()
    await later()
    expect([lettersTo(customer).length, chatOf(customer).length]).toEqual([1, 1])
  })

  test('between the sending and our note of it, it goes again: a letter under the same id', async () => {
    const customer = await bound()
    let hasSent = false
    answer = () => {
      if (hasSent) return { outcome: 'sent' }
      hasSent = true
      throw new Error('killed')
    }
    await told(customer)
    const { send } = tested.world.mailer
    const mail = tested.world.mailer as { send: typeof send }
    mail.send = async letter => {
      mail.send = send
      await send(letter)
      throw new Error('killed')
    }
    await tested.work()
    await later()
    await later()
    const [first, second, ...more] = lettersTo(customer)
    expect(first?.id).toBe(second?.id)
    expect(more).toEqual([])
    expect(chatOf(customer)).toHaveLength(1)
  })
})
