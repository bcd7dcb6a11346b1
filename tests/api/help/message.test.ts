import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { get, getAllMessageFirst, messages, read, unreadMessageCount } from '../../../src/contract/message.ts'
import { type Notice, tell } from '../../../src/server/messages/messages.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

const purchase = { amount: '12.5', currency: 'USD', merchant: 'Kiln & Co', last4: '4242' }

async function told(userId: string, notice: Partial<Notice> = {}) {
  const eventKey = randomUUID()
  await tell(tested.world.db, {
    userId,
    kind: 'balance',
    noticeType: 'consume',
    params: purchase,
    eventKey,
    ...notice,
  })
}

async function newestOf(token: string) {
  const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, token)
  return list[0] as NonNullable<(typeof list)[0]>
}

async function everything(token: string): Promise<string[]> {
  const { list } = await tested.succeed(messages, { pageSize: 100, page: 1, kind: 'balance' }, token)
  return list.map(({ id }) => id)
}

describe('messages', () => {
  test("another customer's message is answered as one nobody has, and stays unread", async () => {
    const { userId, token } = await newCustomer(tested)
    const other = await newCustomer(tested)
    await told(userId)
    const { id } = await newestOf(token)
    const foreign = await tested.send(get, { id }, other.token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(foreign).toEqual(await tested.send(get, { id: randomUUID() }, other.token))
    expect((await newestOf(token)).isRead).toBe(false)
  })

  test('one foreign id among own ones marks none as read', async () => {
    const { userId, token } = await newCustomer(tested)
    const other = await newCustomer(tested)
    await told(userId)
    const foreign = await newestOf(other.token)
    const own = await newestOf(token)
    expect(await tested.send(read, { ids: [own.id, foreign.id] }, token)).toMatchObject({ status: 403 })
    expect((await newestOf(token)).isRead).toBe(false)
    expect((await newestOf(other.token)).isRead).toBe(false)
  })

  test.each([{ ids: ['x'] }, { ids: 'x' }, { ids: [null] }, { kind: 'all' }, { userId: 'x' }])(
    'read refuses %j',
    async input => {
      const { token } = await newCustomer(tested)
      expect(await tested.send(read, input, token)).toMatchObject({ code: 1400 })
    },
  )

  test('the same event is told once', async () => {
    const { userId, token } = await newCustomer(tested)
    await told(userId, { eventKey: 'once' })
    await told(userId, { eventKey: 'once' })
    expect((await tested.succeed(messages, { pageSize: 10, page: 1, kind: 'balance' }, token)).total).toBe(1)
  })

  test('words come in the language of the reader, and follow a change of it', async () => {
    const { userId, token } = await newCustomer(tested)
    await told(userId)
    expect(await newestOf(token)).toMatchObject({
      title: 'You paid 12.50 USD',
      content: '12.50 USD at Kiln & Co with the card ending in 4242.',
      params: purchase,
    })
    await tested.succeed(updateUserInfo, { lang: 'zh' }, token)
    expect(await newestOf(token)).toMatchObject({
      title: '消费 12.50 USD',
      content: '尾号 4242 的卡在 Kiln & Co 消费 12.50 USD。',
    })
  })

  test('what a merchant writes into its name stays text', async () => {
    const { userId, token } = await newCustomer(tested)
    const merchant = '{last4} $& {0, plural, other {#}} <b>\u202e\u0000\n'
    await told(userId, { params: { ...purchase, merchant: merchant.replace('\u0000', '') } })
    const { content } = await newestOf(token)
    expect(content).toBe('12.50 USD at {last4} $& {0, plural, other {#}} <b>   with the card ending in 4242.')
  })

  test('reads one, some, a category, all; counts follow', async () => {
    const { userId, token } = await newCustomer(tested)
    for (let index = 0; index < 3; index++) await told(userId)
    await told(userId, { kind: 'verify', noticeType: 'verify', params: { decision: 'approved' } })
    const count = () => tested.succeed(unreadMessageCount, {}, token)
    expect(await count()).toEqual({ total: 5, byKind: { system: 1, balance: 3, verify: 1, feedback: 0 } })
    const { list } = await tested.succeed(messages, { pageSize: 2, page: 1, kind: 'balance' }, token)
    expect(await tested.succeed(get, { id: list[0]?.id }, token)).toMatchObject({ isRead: true })
    expect((await count()).byKind.balance).toBe(2)
    await tested.succeed(read, { ids: [list[1]?.id] }, token)
    expect((await count()).byKind.balance).toBe(1)
    await tested.succeed(read, { kind: 'balance' }, token)
    expect((await count()).total).toBe(2)
    await tested.succeed(read, {}, token)
    expect((await count()).total).toBe(0)
  })

  test('read on by the last one seen, none is lost or repeated while others come', async () => {
    const { userId, token } = await newCustomer(tested)
    for (let index = 0; index < 7; index++) await told(userId)
    const expected = await everything(token)
    const seen: string[] = []
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const { list, total } = await tested.succeed(
        messages,
        { pageSize: 3, page: 1, kind: 'balance', ...(after && { after }) },
        token,
      )
      seen.push(...list.map(({ id }) => id))
      if (list.length < 3) break
      expect(total).toBe(7 + (after ? seen.length / 3 - 1 : 0))
      await told(userId)
    }
    expect(seen).toEqual(expected)
  })

  test('read on two devices at once is read once and stays so', async () => {
    const { userId, token } = await newCustomer(tested)
    await told(userId)
    const { id } = await newestOf(token)
    const readAt = async () =>
      (await tested.world.db.selectFrom('messages').select('read_at').where('id', '=', id).executeTakeFirst())
        ?.read_at
    await Promise.all([
      tested.succeed(get, { id }, token),
      tested.succeed(read, { ids: [id] }, token),
      tested.succeed(get, { id }, token),
    ])
    const first = await readAt()
    expect(first).toBeInstanceOf(Date)
    await tested.succeed(read, {}, token)
    await tested.succeed(get, { id }, token)
    expect(await readAt()).toEqual(first)
  })

  test('gives the newest of each category', async () => {
    const { userId, token } = await newCustomer(tested)
    await told(userId)
    await told(userId, { noticeType: 'declined', params: { ...purchase, reason: 'no_money' } })
    const first = await tested.succeed(getAllMessageFirst, {}, token)
    expect(first.map(({ kind, unread }) => [kind, unread])).toEqual([
      ['system', 1],
      ['balance', 2],
      ['verify', 0],
      ['feedback', 0],
    ])
    expect(first[0]?.first).toMatchObject({ noticeType: 'welcome', title: 'Welcome to Glaze' })
    expect(first[1]?.first?.content).toContain('not enough available on the card')
    expect(first[2]?.first).toBeNull()
  })
})
