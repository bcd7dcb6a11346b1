import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forget, updateUserInfo } from '../../src/contract/account.ts'
import { messageSetting, messages, read } from '../../src/contract/message.ts'
import { transaction } from '../../src/server/database.ts'
import { type Notice, tell } from '../../src/server/messages/messages.ts'
import type { Bot, BotAnswer, BotMessage } from '../../src/server/telegram/bot.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { codeFor, newCustomer, type TestCustomer } from './customer.ts'

/** A bot that keeps what it was given, and answers what it is told to. */
const wrote: BotMessage[] = []
let answer: () => BotAnswer = () => ({ outcome: 'sent' })
const bot: Bot = {
  async send(message) {
    const given = answer()
    if (given.outcome === 'sent') wrote.push(message)
    return given
  },
}

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld({ bot })
})
afterAll(() => tested.close())
beforeEach(() => {
  answer = () => ({ outcome: 'sent' })
})

let telegramId = 7_000_000_000n

/** A customer with Telegram bound, who has got all that was to come so far. */
async function bound(): Promise<TestCustomer & { chatId: bigint }> {
  const customer = await newCustomer(tested)
  const chatId = telegramId++
  await bind(customer, chatId)
  return { ...customer, chatId }
}

async function bind({ userId }: TestCustomer, chatId: bigint | null) {
  const { db } = tested.world
  await db.updateTable('users').set({ telegram_id: chatId }).where('id', '=', userId).execute()
}

const frozen: Omit<Notice, 'userId' | 'eventKey'> = {
  kind: 'system',
  noticeType: 'cardState',
  params: { status: 'frozen_risk', last4: '4242' },
}
const paid: Omit<Notice, 'userId' | 'eventKey'> = {
  kind: 'balance',
  noticeType: 'consume',
  params: { amount: '12.5', currency: 'USD', merchant: 'Kiln & Co', last4: '4242' },
}

async function told({ userId }: TestCustomer, notice = frozen, eventKey: string = randomUUID()) {
  await transaction(tested.world.db, db => tell(db, { userId, ...notice, eventKey }))
}

/** What was copied since the customer came, codes and security letters aside. */
const lettersTo = ({ email }: TestCustomer) =>
  tested.letters.filter(({ to, id }) => to === email && id !== undefined)
const chatOf = ({ chatId }: { chatId: bigint }) => wrote.filter(message => message.chatId === chatId)
const set = (customer: TestCustomer, change: object = {}) =>
  tested.succeed(messageSetting, { ...change }, customer.token)

/** What waits is due now. */
async function later() {
  await tested.world.db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .execute()
  await tested.work()
}

/** Quiet hours around now by the clock of UTC. */
function aroundNow() {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  return { from: at(-1), until: at(2) }
}

describe('message/setting', () => {
  test.each([
    { mail: { all: true } },
    { mail: { system: 'yes' } },
    { telegram: [] },
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
    ])
    expect(await set(customer)).toMatchObject({
      mail: { system: true, balance: true, verify: false, feedback: true },
      telegram: { balance: false },
    })
  })
})

describe('a copy of a message', () => {
  test('does not go when what it tells of was rolled back', async () => {
    const customer = await bound()
    await transaction(tested.world.db, async db => {
      await tell(db, { userId: customer.userId, ...frozen, eventKey: 'undone' })
      throw new Error('undone')
    }).catch(() => {})
    await tested.work()
    expect([lettersTo(customer), chatOf(customer)]).toEqual([[], []])
  })

  test('does not go of a welcome, nor by mail where a letter of its own tells of it', async () => {
    const customer = await bound()
    const security = {
      kind: 'system',
      noticeType: 'security',
      params: { event: 'pinSet' },
      hasLetter: true,
    } as const
    await told(customer, security)
    await tested.work()
    expect(lettersTo(customer)).toEqual([])
    expect(chatOf(customer)).toHaveLength(1)
  })

  test('goes once of one event, however often it is reported', async () => {
    const customer = await bound()
    await told(customer, frozen, 'once')
    await told(customer, frozen, 'once')
    await tested.work()
    await told(customer, frozen, 'once')
    await tested.work()
    expect(lettersTo(customer)).toHaveLength(1)
    expect(chatOf(customer)).toHaveLength(1)
  })

  test('goes where its category is wanted, and not where it was turned off before it went', async () => {
    const customer = await bound()
    await told(customer, paid)
    await tested.work()
    expect(lettersTo(customer)).toEqual([])
    expect(chatOf(customer)).toHaveLength(1)
    await set(customer, { mail: { balance: true }, telegram: { balance: false } })
    await told(customer, paid)
    await set(customer, { mail: { system: false } })
    await told(customer)
    await told(customer, paid)
    await set(customer, { mail: { balance: false } })
    await tested.work()
    expect(lettersTo(customer)).toEqual([])
    expect(chatOf(customer)).toHaveLength(2)
  })

  test('speaks the language of when it is sent, and leads to the message', async () => {
    const customer = await bound()
    await told(customer)
    await tested.succeed(updateUserInfo, { lang: 'zh' }, customer.token)
    await tested.work()
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, customer.token)
    const [letter] = lettersTo(customer)
    expect(letter).toMatchObject({ subject: 'Glaze: 卡片已被安全冻结', id: list[0]?.id })
    expect(letter?.text).toContain(`/#/pages/message/message?id=${list[0]?.id}`)
    expect(chatOf(customer)[0]).toMatchObject({
      text: '卡片已被安全冻结\n为了安全，尾号 4242 的卡已被冻结，请联系客服。',
      button: { text: '打开' },
    })
  })

  test('of what a merchant is called is text, in a letter too', async () => {
    const customer = await bound()
    await set(customer, { mail: { balance: true } })
    await told(customer, { ...paid, params: { ...paid.params, merchant: '<b>Kiln</b>' } })
    await tested.work()
    expect(lettersTo(customer)[0]?.html).toContain('&#60;b&#62;Kiln&#60;/b&#62;')
  })
})

describe('quiet hours', () => {
  test('hold copies back until they end, and what was read by then does not go', async () => {
    const customer = await bound()
    await tested.succeed(updateUserInfo, { timezone: 'UTC' }, customer.token)
    await set(customer, { quiet: aroundNow() })
    await told(customer)
    await told(customer, paid)
    await later()
    expect([lettersTo(customer), chatOf(customer)]).toEqual([[], []])
    const waits = await tested.world.db
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', 'copy-message')
      .execute()
    expect(waits).toHaveLength(3)
    for (const { run_at } of waits) {
      const minutes = (run_at.getTime() - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(110)
      expect(minutes).toBeLessThanOrEqual(120)
    }
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'balance' }, customer.token)
    await tested.succeed(read, { ids: [list[0]?.id] }, customer.token)
    await set(customer, { quiet: null })
    await later()
    expect(lettersTo(customer)).toHaveLength(1)
    expect(chatOf(customer).map(({ text }) => text.split('\n')[0])).toEqual(['Card frozen for safety'])
  })

  test('are by the clock of the customer', async () => {
    const customer = await bound()
    await tested.succeed(updateUserInfo, { timezone: 'Pacific/Kiritimati' }, customer.token)
    await set(customer, { quiet: aroundNow() })
    await told(customer)
    await tested.work()
    expect(chatOf(customer)).toHaveLength(1)
  })

  test('do not hold back what is about security', async () => {
    const customer = await bound()
    await tested.succeed(updateUserInfo, { timezone: 'UTC' }, customer.token)
    await set(customer, { quiet: aroundNow() })
    await told(customer, {
      kind: 'system',
      noticeType: 'security',
      params: { event: 'cardViewed', last4: '4242' },
    })
    await tested.work()
    expect(lettersTo(customer)).toHaveLength(1)
    expect(chatOf(customer)).toHaveLength(1)
  })
})

describe('what is about security', () => {
  const viewed = {
    kind: 'system',
    noticeType: 'security',
    params: { event: 'cardViewed', last4: '4242' },
  } as const

  test('goes by mail though letters are turned off, before it happens and before it goes; Telegram as chosen', async () => {
    const customer = await bound()
    const off = { system: false, balance: false, verify: false, feedback: false }
    await told(customer, viewed)
    await set(customer, { mail: off, telegram: off })
    await told(customer, viewed)
    await told(customer)
    await tested.work()
    expect(lettersTo(customer).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Glaze: Card details were shown'),
    )
    expect(chatOf(customer)).toEqual([])
  })
})

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
