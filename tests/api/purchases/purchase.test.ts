import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail as billDetail, note, userBill } from '../../../src/contract/bill.ts'
import { cardTranscationList, detail } from '../../../src/contract/card.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import { wordsOf } from '../../../src/server/messages/words/words.ts'
import {
  begin,
  billsOf,
  cardWith,
  customer,
  money,
  noticesOf,
  rowOf,
  tested,
} from '../../fixtures/cards/buyer.ts'
import { ask, posting, question, shop, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

/** What was told of a card, oldest first. */
async function toldOf({ last4 }: TestCard): Promise<string[]> {
  const notices = [...(await noticesOf('consume')), ...(await noticesOf('refundArrival'))]
  return notices
    .filter(({ params }) => params.last4 === last4)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ notice_type, params }) =>
      [notice_type, params.what ?? params.to, params.amount].filter(Boolean).join(' '),
    )
}

describe('a purchase', () => {
  test('is held with its fees, cleared, and shown on one row with its fee beside it', async () => {
    const card = await cardWith('100')
    const asked = question(card, { amount: '20.00', merchant: { ...shop, country: 'CN' } })
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    // 0.5 % of consumption and 1.5 % across the border.
    expect(await money(card)).toEqual([10000n, 2040n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 pending'])
    const shown = await tested.succeed(detail, { id: card.cardId }, customer.token)
    expect(shown).toMatchObject({ balance: '100', frozenAmount: '20.4', available: '79.6' })

    const clearing = posting(card, '20.00', { threadId: asked.threadId, final: true })
    for (let time = 0; time < 3; time++) await tellEvent(tested, 'clearing.posted', clearing)
    expect(await money(card)).toEqual([7960n, 0n])
    const { list } = await tested.succeed(
      userBill,
      { pageSize: 3, page: 1, cardOutId: card.cardId },
      customer.token,
    )
    expect(list).toMatchObject([
      { type: 'fee', amount: '-0.3', remark: { fee: 'crossBorderFee' } },
      { type: 'fee', amount: '-0.1', remark: { fee: 'consumeFee' } },
      { type: 'consume', amount: '-20', fee: '0.4', status: 'done', remark: { merchant: shop.name } },
    ])
    const trail = await tested.succeed(billDetail, { id: list[2]?.id }, customer.token)
    expect(trail.related).toHaveLength(2)
    expect(trail.steps.map(({ what }) => what).slice(0, 2)).toEqual(['authorized', 'cleared'])
    expect(await rowOf(card)).toMatchObject({
      ...{ amount: '-20', fee: '0.4', status: 'posted', country: 'CN', mcc: '5999', reason: null },
      ...{ authorized: '20', held: '0', cleared: '20', clearings: 1, refunded: '0', isForced: false },
      billId: list[2]?.id,
    })
    expect(await toldOf(card)).toEqual(['consume authorized 20'])
  })

  test('carries what its owner wrote on its bill, in the list of its card', async () => {
    const card = await cardWith('100')
    await ask(tested, question(card, { amount: '20.00' }))
    const bare = await rowOf(card)
    expect(bare).not.toHaveProperty('note')
    await tested.succeed(note, { id: bare?.billId, note: '给妈妈的' }, customer.token)
    expect(await rowOf(card)).toEqual({ ...bare, note: '给妈妈的' })
    await tested.succeed(note, { id: bare?.billId, note: '' }, customer.token)
    expect(await rowOf(card)).toEqual(bare)
  })

  test('is found by what its bill says and by the note on it, in the list of its card', async () => {
    const card = await cardWith('500')
    for (const [name, amount] of [
      ['Blue Kiln', '20.00'],
      ['Steam', '30.00'],
      ['Steam', '900.00'],
    ] as const)
      await ask(tested, question(card, { amount, merchant: { ...shop, name } }))
    const found = async (keyword: string, fields: object = {}) => {
      const input = { pageSize: 9, page: 1, cardId: card.cardId, keyword, lang: 'zh', ...fields }
      const { list, total } = await tested.succeed(cardTranscationList, input, customer.token)
      expect(total).toBe(list.length)
      return list.map(({ merchant, amount }) => `${merchant} ${amount}`)
    }
    const [declined, steam, kiln] = ['Steam -900', 'Steam -30', 'Blue Kiln -20']
    expect(await found('')).toEqual([declined, steam, kiln])
    expect(await found(' steam ')).toEqual([declined, steam])
    expect(await found('steam', { status: 'pending' })).toEqual([steam])
    expect(await found('30.00')).toEqual([steam])
    expect(await found('已拒绝')).toEqual([declined])
    expect(await found('birthday')).toEqual([])
    const { list } = await tested.succeed(
      cardTranscationList,
      { pageSize: 9, page: 1, cardId: card.cardId, keyword: 'kiln' },
      customer.token,
    )
    await tested.succeed(note, { id: list[0]?.billId, note: 'Birthday of mum' }, customer.token)
    expect(await found('birthday')).toEqual([kiln])
    expect(await found('birthday steam')).toEqual([])
    expect(await found('birthday', { month: '2020-01' })).toEqual([])
  })

  test('is told when it is approved, and again where the sum changed or nothing was taken', async () => {
    const card = await cardWith('200')
    const buy = async (amount: string) => {
      const asked = question(card, { amount })
      await ask(tested, asked)
      return asked
    }
    const { threadId } = await buy('30.00')
    await tellEvent(tested, 'clearing.posted', posting(card, '28.00', { threadId, final: true }))
    const { threadId: second, cardId } = await buy('11.00')
    await tellEvent(tested, 'authorization.reversed', { threadId: second, cardId, amount: '4.00' })
    await tellEvent(tested, 'authorization.expired', { threadId: second, cardId })
    const { threadId: third } = await buy('9.00')
    await tellEvent(tested, 'authorization.reversed', { threadId: third, cardId, amount: '3.00' })
    await tellEvent(tested, 'clearing.posted', posting(card, '9.00', { threadId: third, final: true }))
    await buy('0.00')
    await tellEvent(tested, 'clearing.posted', posting(card, '5.00', { final: true }))
    expect(await toldOf(card)).toEqual([
      'consume authorized 30',
      'consume claimed 28',
      'consume authorized 11',
      'refundArrival released 4',
      'refundArrival released 7',
      'consume authorized 9',
      'refundArrival released 3',
      'consume claimed 9',
      'consume unannounced 5',
    ])
  })

  test('that is raised is told as the same one, and a new one with its fee', async () => {
    const card = await cardWith('100')
    const hotel = question(card, { amount: '40.00' })
    await ask(tested, hotel)
    expect((await noticesOf('consume'))[0]?.params).toMatchObject({ what: 'authorized', fee: '0.2' })
    await ask(tested, { ...hotel, id: `ask_${randomUUID()}`, kind: 'incremental', amount: '10.00' })
    const [raised] = await noticesOf('consume')
    expect(raised?.params).toMatchObject({ what: 'increased', amount: '10', reserved: '50' })
    const told = (lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'consume', params: raised?.params ?? {} }, lang).content
    expect(told('en')).toContain('50.00 USD is reserved now')
    expect(told('zh')).toContain('这不是新的一笔')
    const part = posting(card, '20.00', { threadId: hotel.threadId, final: false })
    await tellEvent(tested, 'clearing.posted', part)
    await ask(tested, { ...hotel, id: `ask_${randomUUID()}`, kind: 'incremental', amount: '5.00' })
    expect((await noticesOf('consume'))[0]?.params).toMatchObject({ what: 'increased', reserved: '35' })
  })

  test('asked fifty times at once is held once', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(tested, asked)))
    expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
      new Set(['{"decision":"approved"}']),
    )
    expect(await money(card)).toEqual([10000n, 2010n])
  })

  test('many at once never take more than the card has', async () => {
    const card = await cardWith('100')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(tested, question(card))))
    expect(answers.filter(({ decision }) => decision === 'approved')).toHaveLength(4)
    expect(await money(card)).toEqual([10000n, 4n * 2010n])
  })

  test('of nothing is a check: approved on an empty card too, nothing held', async () => {
    const card = await cardWith('0')
    expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([0n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction 0 done'])
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    expect(await ask(tested, question(card, { amount: '0.00' }))).toMatchObject({ reason: 'card_frozen' })
  })
})
