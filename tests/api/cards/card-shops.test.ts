import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import type { RuleChange } from '../../../src/contract/usage.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  posting,
  question,
  shop,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, rule, tested } from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

const hourMs = 3_600_000
const of = (mcc: unknown) => ({ merchant: { ...shop, mcc } })
const set = (card: TestCard, shops: RuleChange['shops'], pin?: string) =>
  rule(card, { set: { shops }, ...(pin && { pin }) })
const read = (card: TestCard) => tested.succeed(control.cardRule, { id: card.cardId }, customer.token)
const declined = { decision: 'declined', reason: 'category_stopped' }
const approved = { decision: 'approved' }

/** As if gambling had been asked for so many hours earlier. */
async function waits(card: TestCard, hours: number) {
  const { gamblingFrom } = await read(card)
  await tested.world.db
    .updateTable('cards')
    .set({ gambling_from: new Date(Date.parse(gamblingFrom ?? '') - hours * hourMs) })
    .where('id', '=', card.cardId)
    .execute()
}

describe('a kind of shop that is stopped', () => {
  test('is declined from then on, with a reason and a way to mend it; what was approved before still posts', async () => {
    const card = await cardWith('100')
    const before = question(card, { amount: '20.00', ...of('5816') })
    expect(await ask(tested, before)).toEqual(approved)
    expect(await set(card, { games: false })).toMatchObject({
      data: { shops: { games: false, travel: true } },
    })
    expect((await noticesOf('security'))[0]).toMatchObject({
      params: { event: 'cardShops', last4: card.last4 },
      action: `/pages/cardDetail/cardDetail?id=${card.cardId}&open=shops`,
    })
    expect(await ask(tested, question(card, of('5815')))).toEqual(declined)
    // A check of the card before a charge, too; not the doors beside it.
    expect(await ask(tested, question(card, { amount: '0.00', ...of('5816') }))).toEqual(declined)
    expect(await ask(tested, question(card, { amount: '1.00', ...of('5814') }))).toEqual(approved)
    const more = { ...before, id: `${before.id}-more`, kind: 'incremental', amount: '5.00' }
    expect(await ask(tested, more)).toEqual(approved)
    const told = await tested.world.db
      .selectFrom('messages')
      .select(['params', 'action'])
      .where('user_id', '=', customer.userId)
      .where('notice_type', '=', 'declined')
      .execute()
    expect(told).toMatchObject(
      Array(2).fill({
        params: { reason: 'category_stopped' },
        action: `/pages/cardDetail/cardDetail?id=${card.cardId}&open=shops`,
      }),
    )
    const { threadId } = before
    await tellEvent(tested, 'clearing.posted', posting(card, '25.00', { threadId, final: true }))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 7487n })
  })

  test.each([
    ['no category', undefined],
    ['null', null],
    ['an empty one', ''],
    ['an unknown one', '0001'],
    ['none', 'x'],
  ])('is not taken for a merchant that is told with %s', async (_, mcc) => {
    const card = await cardWith('100')
    const shops = { gambling: false, adult: false, alcohol: false, money: false, games: false, travel: false }
    await set(card, shops)
    expect(await ask(tested, question(card, of(mcc)))).toEqual(approved)
  })

  test('is allowed again with the PIN only, and then at once', async () => {
    const card = await cardWith('100')
    await set(card, { alcohol: false })
    expect(await set(card, { alcohol: true })).toMatchObject({ data: { fields: { pin: 'required' } } })
    expect(await ask(tested, question(card, of('5921')))).toEqual(declined)
    expect(await set(card, { alcohol: true }, testPin)).toMatchObject({ data: { gamblingFrom: null } })
    expect(await ask(tested, question(card, of('5921')))).toEqual(approved)
  })

  test('is one that we know', async () => {
    const card = await cardWith('10')
    for (const shops of [{ gardens: false }, { games: 'no' }, [], null])
      expect(await rule(card, { set: { shops } })).toMatchObject({ key: 'input_invalid' })
  })
})

describe('gambling that was stopped', () => {
  test('is let through 48 hours after that was asked for with the PIN, which is told', async () => {
    const card = await cardWith('100')
    await set(card, { gambling: false })
    expect(await set(card, { gambling: true })).toMatchObject({ data: { fields: { pin: 'required' } } })
    expect(await read(card)).toMatchObject({ gamblingFrom: null })
    await set(card, { gambling: true }, testPin)
    const { shops, gamblingFrom } = await read(card)
    expect(shops.gambling).toBe(false)
    const waitMs = Date.parse(gamblingFrom ?? '') - Date.now()
    expect(waitMs).toBeGreaterThan(47 * hourMs)
    expect(waitMs).toBeLessThanOrEqual(48 * hourMs)
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'gamblingWaits', hours: '48' })
    expect(await ask(tested, question(card, of('7995')))).toEqual(declined)

    // Asked for again it waits no longer, and no shorter.
    await set(card, { gambling: true })
    expect(await read(card)).toMatchObject({ gamblingFrom })
    await waits(card, 47)
    expect(await ask(tested, question(card, of('7995')))).toEqual(declined)
    await waits(card, 1)
    expect(await read(card)).toMatchObject({ shops: { gambling: true }, gamblingFrom: null })
    expect(await ask(tested, question(card, of('7995')))).toEqual(approved)
  })

  test('stays stopped when that is taken back, which is free, and when only something else is changed', async () => {
    const card = await cardWith('100')
    await set(card, { gambling: false })
    await set(card, { gambling: true }, testPin)
    const { gamblingFrom } = await read(card)
    await set(card, { travel: false })
    expect(await read(card)).toMatchObject({ gamblingFrom, shops: { gambling: false, travel: false } })
    expect(await set(card, { gambling: false })).toMatchObject({
      data: { gamblingFrom: null, shops: { gambling: false } },
    })
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'cardShops' })
  })

  test('is told to wait only when it begins to, whatever else is changed with it', async () => {
    const card = await cardWith('100')
    const news = async () => (await noticesOf('security'))[0]?.params.event
    await set(card, { gambling: true, games: false })
    expect(await news()).toBe('cardShops')
    await set(card, { gambling: false })
    await set(card, { gambling: true }, testPin)
    expect(await news()).toBe('gamblingWaits')
    await set(card, { gambling: true, travel: false })
    expect(await news()).toBe('cardShops')
  })

  test('waits anew when it was let through and is stopped once more', async () => {
    const card = await cardWith('100')
    await set(card, { gambling: false })
    await set(card, { gambling: true }, testPin)
    await waits(card, 48)
    expect(await set(card, { gambling: false })).toMatchObject({ data: { shops: { gambling: false } } })
    expect(await ask(tested, question(card, of('7995')))).toEqual(declined)
    expect(await read(card)).toMatchObject({ gamblingFrom: null })
  })
})
