import { beforeAll, describe, expect, test } from 'vitest'
import { updateUserInfo } from '../../src/contract/account.ts'
import { messages } from '../../src/contract/message.ts'
import { newCustomer, type TestCustomer } from '../fixtures/account/customer.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { startWorld } from '../fixtures/world.ts'

const tested = throughout(startWorld)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = await deskOn(tested.world.db)
})

const words = (changes: Record<string, string> = {}) =>
  Object.entries({
    'title-zh': '系统维护',
    'content-zh': '今晚 23:00 起维护一小时。\\n期间无法提现。',
    'title-en': 'Maintenance',
    'content-en': 'For one hour from 23:00.\\nNo withdrawals meanwhile.',
    ...changes,
  }).flatMap(([name, value]) => [`--${name}`, value])

const noticesOf = async ({ token }: TestCustomer) =>
  (await tested.succeed(messages, { pageSize: 9, page: 1, noticeType: 'notice' }, token)).list

const audits = () =>
  tested.world.db
    .selectFrom('told_audits')
    .select(['operator', 'verb', 'subject', 'detail'])
    .where('verb', 'like', 'message.%')
    .orderBy('id')
    .execute()

describe('ops messages send', () => {
  test.each([
    ['nobody', [], 'Name one customer'],
    ['a customer and everybody', ['x@mail.test', '--all'], 'Name one customer'],
    ['somebody we do not know', ['x@mail.test'], 'no customer with this address'],
  ])('is refused to %s', async (_name, to, why) => {
    const answer = await at('ann')('messages', 'send', ...to, ...words())
    expect(answer).toMatchObject({ isFailed: true })
    expect(answer.said).toContain(why)
    expect(await audits()).toEqual([])
  })

  test.each([
    ['no title', { 'title-en': ' ' }],
    ['a title of two lines', { 'title-zh': '系\n统' }],
    ['a title that turns the direction of text', { 'title-en': 'A\u202eB' }],
    ['a content that is too long', { 'content-en': 'x'.repeat(2001) }],
    ['an invisible mark', { 'content-zh': '系统\u200b维护' }],
    ['English in both languages', { 'title-zh': 'Maintenance', 'content-zh': 'Tonight' }],
  ])('is refused with %s', async (_name, changes) => {
    const customer = await newCustomer(tested)
    const answer = await at('ann')('messages', 'send', customer.email, ...words(changes))
    expect(answer).toMatchObject({ isFailed: true })
    expect(await noticesOf(customer)).toEqual([])
    expect(await audits()).toEqual([])
  })

  test('reaches one customer, in the language they read, and stands in the audit', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const { rows } = await at('ann')('messages', 'send', customer.email, ...words())
    expect(rows).toEqual([{ email: customer.email, isSent: true }])
    expect(await noticesOf(customer)).toMatchObject([
      {
        kind: 'system',
        title: 'Maintenance',
        content: 'For one hour from 23:00.\nNo withdrawals meanwhile.',
      },
    ])
    await tested.succeed(updateUserInfo, { lang: 'zh' }, customer.token)
    expect(await noticesOf(customer)).toMatchObject([
      { title: '系统维护', content: '今晚 23:00 起维护一小时。\n期间无法提现。' },
    ])
    expect(await noticesOf(other)).toEqual([])
    expect(await audits()).toMatchObject([
      {
        operator: 'ann',
        verb: 'message.send',
        subject: customer.userId,
        detail: { title_en: 'Maintenance' },
      },
    ])
    await tested.work()
    expect(tested.letters.filter(({ to, id }) => to === customer.email && id)).toMatchObject([
      { subject: 'Glaze：系统维护' },
    ])
  })

  test('asked for again reaches them once; under another key it is another message', async () => {
    const customer = await newCustomer(tested)
    const send = (...more: string[]) => at('ann')('messages', 'send', customer.email, ...words(), ...more)
    await send()
    expect((await send()).rows).toEqual([{ email: customer.email, isSent: true, isReplay: true }])
    expect(await noticesOf(customer)).toHaveLength(1)
    expect((await send('--key=autumn')).rows).toEqual([{ email: customer.email, isSent: true }])
    expect((await send('--key=autumn')).rows).toMatchObject([{ isReplay: true }])
    expect(await noticesOf(customer)).toHaveLength(2)
    expect((await audits()).filter(({ subject }) => subject === customer.userId)).toHaveLength(2)
    await tested.work()
    const letters = tested.letters.filter(({ to, id }) => to === customer.email && id)
    expect(letters).toHaveLength(2)
  })

  test('under a key that names other words, or is none, is refused', async () => {
    const customer = await newCustomer(tested)
    await at('ann')('messages', 'send', customer.email, ...words(), '--key=once')
    const other = words({ 'title-en': 'Something else' })
    const reused = await at('ann')('messages', 'send', customer.email, ...other, '--key=once')
    expect(reused.said).toContain('another message')
    expect((await at('ann')('messages', 'send', customer.email, ...words(), '--key=a b')).isFailed).toBe(true)
    expect(await noticesOf(customer)).toMatchObject([{ title: 'Maintenance' }])
  })

  test('what is written stays text: no template of ours and no markup', async () => {
    const customer = await newCustomer(tested)
    await at('ann')(
      'messages',
      'send',
      customer.email,
      ...words({ 'content-en': '{amount} <b>{title_zh}</b> $&' }),
    )
    expect(await noticesOf(customer)).toMatchObject([{ content: '{amount} <b>{title_zh}</b> $&' }])
  })

  test('to everybody takes two who say the same, and comes once', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const everybody = words({ 'title-en': 'To all' })
    expect((await at('ann')('messages', 'send', '--all', ...everybody)).rows).toEqual([
      { isSent: false, customers: 0, approvalsMissing: 1 },
    ])
    expect((await at('ann')('messages', 'send', '--all', ...everybody)).said).toContain('another operator')
    const otherWords = words({ 'title-en': 'To all of you' })
    expect((await at('bob')('messages', 'send', '--all', ...otherWords)).rows).toMatchObject([
      { isSent: false },
    ])
    expect([await noticesOf(customer), await noticesOf(other)]).toEqual([[], []])
    const { count } = await tested.world.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect((await at('bob')('messages', 'send', '--all', ...everybody)).rows).toEqual([
      { isSent: true, customers: Number(count), approvalsMissing: 0 },
    ])
    for (const operator of ['ann', 'bob']) {
      expect((await at(operator)('messages', 'send', '--all', ...everybody)).rows).toEqual([
        { isSent: true, customers: Number(count), approvalsMissing: 0 },
      ])
    }
    for (const each of [customer, other]) expect(await noticesOf(each)).toMatchObject([{ title: 'To all' }])
    expect((await audits()).slice(-1)).toMatchObject([
      { operator: 'bob', verb: 'message.send-all', detail: { first: 'ann', title_en: 'To all' } },
    ])
  })
})

describe('ops messages list', () => {
  test('shows a customer what they are shown, newest first, and leaves it unread', async () => {
    const customer = await newCustomer(tested)
    await at('ann')('messages', 'send', customer.email, ...words())
    const { rows } = await at('ann')('messages', 'list', customer.email)
    expect(rows).toMatchObject([
      { noticeType: 'notice', title: 'Maintenance', read_at: null },
      { noticeType: 'welcome', read_at: null },
    ])
    expect(await noticesOf(customer)).toMatchObject([{ isRead: false }])
  })
})
