import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { messages, read } from '../../../src/contract/message.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { tell } from '../../../src/server/messages/messages.ts'
import {
  begin,
  bound,
  chatOf,
  frozen,
  later,
  lettersTo,
  paid,
  set,
  tested,
  told,
} from '../../fixtures/messages/copied.ts'

beforeAll(() => begin())
afterAll(() => tested.close())

/** Quiet hours around now by the clock of UTC. */
function aroundNow() {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  return { from: at(-1), until: at(2) }
}

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
    expect(letter).toMatchObject({ subject: 'Glaze：卡片已被安全冻结', id: list[0]?.id })
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

describe('a question', () => {
  const question = (until: number, state = 'waiting') =>
    ({
      kind: 'system',
      noticeType: 'challenge',
      params: { state, amount: '20', currency: 'USD', last4: '4242', until: new Date(until).toISOString() },
    }) as const
  const soon = () => Date.now() + 3_600_000

  test('waits for no quiet hours, and goes where its customer wants it', async () => {
    const customer = await bound()
    await tested.succeed(updateUserInfo, { timezone: 'UTC' }, customer.token)
    await set(customer, { quiet: aroundNow() })
    await told(customer, question(soon()))
    await tested.work()
    expect([lettersTo(customer).length, chatOf(customer).length]).toEqual([1, 1])
    await set(customer, { mail: { system: false } })
    await told(customer, question(soon()))
    await tested.work()
    expect([lettersTo(customer).length, chatOf(customer).length]).toEqual([1, 2])
  })

  test('does not go once it cannot be answered any more', async () => {
    const customer = await bound()
    await told(customer, question(Date.now() - 1000))
    await told(customer, question(soon(), 'expired'))
    await tested.work()
    expect([lettersTo(customer), chatOf(customer)]).toEqual([[], []])
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
