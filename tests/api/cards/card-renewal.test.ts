import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/card.ts'
import { renewal } from '../../../src/contract/card-renewal.ts'
import { beginDeletion, endDeletion } from '../../../src/server/account/deletions.ts'
import { renewRound } from '../../../src/server/jobs/renew-cards.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { moneyOf, posting, type TestCard, tellEvent, workLater } from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, tested, to } from '../../fixtures/cards/controlled.ts'
import { cardAt, isDue, nears, renewalsOf } from '../../fixtures/cards/renewed.ts'

beforeAll(begin)
afterAll(() => tested.close())

const want = (card: TestCard, isWanted: boolean, { token } = customer) =>
  tested.send(renewal, { id: card.cardId, isWanted }, token)
const shown = async ({ cardId }: TestCard) => await tested.succeed(detail, { id: cardId }, customer.token)
const times = (card: TestCard) => cardAt(tested, card).renewals.length
/** What was told of the renewal of a card, oldest first. */
const told = async ({ cardId }: TestCard) =>
  (await noticesOf('cardState'))
    .filter(({ params, action }) => /^renew/.test(params.status ?? '') && action?.endsWith(cardId))
    .map(({ params }) => params.status)
    .reverse()
const alarms = async ({ cardId }: TestCard) =>
  await tested.world.db
    .selectFrom('alarms')
    .select('detail')
    .where('kind', '=', 'card_not_renewed')
    .where('subject', '=', cardId)
    .where('settled_at', 'is', null)
    .execute()
/** Everything that is the customer's own of a card. */
const own = async (card: TestCard) => {
  const { renewal: _, ...rest } = await shown(card)
  return { rest, money: await moneyOf(tested, customer, card) }
}

test("its owner's word is refused on somebody else's card, without a renewal, and on a card that is over", async () => {
  const card = await cardWith('20')
  expect(await want(card, false, await newCustomer(tested))).toMatchObject({ status: 403 })
  expect(await want(card, false)).toMatchObject({ key: 'modify_failed', data: { reason: 'none' } })
  await nears(tested, card)
  await to(card, 'closed')
  expect(await want(card, false)).toMatchObject({ key: 'card_closed' })
  expect((await renewalsOf(tested, card)).map(({ state }) => state)).toEqual(['planned'])
})

describe('a card whose expiry nears', () => {
  test('is told of once, thirty days ahead, and renewed once after that; nothing else of it changes', async () => {
    const card = await cardWith('100')
    expect((await shown(card)).renewal).toBeNull()
    const before = await own(card)
    await nears(tested, card)
    await nears(tested, card, 'due')
    await workLater(tested)
    expect(await renewalsOf(tested, card)).toMatchObject([{ state: 'planned', hours: 30 * 24 }])
    await renewRound(tested.world)
    await tested.work()
    expect([times(card), (await shown(card)).renewal?.state]).toEqual([0, 'planned'])
    await isDue(tested, card)
    expect((await shown(card)).renewal?.state).toBe('asked')
    await tested.work()
    await isDue(tested, card)
    await tested.work()
    expect([times(card), (await shown(card)).renewal?.state]).toEqual([1, 'renewed'])
    expect(await told(card)).toEqual(['renewalAhead', 'renewed'])
    expect(await own(card)).toEqual(before)
  })

  test('that is heard of late is told three days ahead', async () => {
    const card = await cardWith('20')
    await nears(tested, card, 'due')
    expect(await renewalsOf(tested, card)).toMatchObject([{ state: 'planned', hours: 72 }])
  })

  test('is told of again when the next one comes, years later', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    await isDue(tested, card)
    await tested.work()
    await sql`
      update card_renewals set told_at = told_at - interval '3 years', asked_at = asked_at - interval '3 years',
        ended_at = ended_at - interval '3 years' where card_id = ${card.cardId}`.execute(tested.world.db)
    expect((await shown(card)).renewal).toBeNull()
    await nears(tested, card)
    expect((await shown(card)).renewal).toMatchObject({ state: 'planned' })
  })

  test('is not renewed as its owner wants, which can be taken back until the issuer is asked', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    for (let time = 0; time < 2; time++)
      expect(await want(card, false)).toMatchObject({ data: { state: 'unwanted' } })
    await isDue(tested, card)
    await tested.work()
    expect([times(card), await told(card)]).toEqual([0, ['renewalAhead', 'renewalUnwanted']])
    expect(await want(card, true)).toMatchObject({ data: { state: 'planned' } })
    await isDue(tested, card)
    for (const isWanted of [true, false])
      expect(await want(card, isWanted)).toMatchObject({ key: 'modify_failed', data: { reason: 'asked' } })
    await tested.work()
    expect(times(card)).toBe(1)
    expect(await want(card, false)).toMatchObject({ key: 'modify_failed', data: { reason: 'renewed' } })
  })

  test('is renewed and stays frozen, or in debt', async () => {
    const frozen = await cardWith('20')
    await to(frozen, 'frozen_user')
    await nears(tested, frozen)
    await isDue(tested, frozen)
    await tested.work()
    expect(await shown(frozen)).toMatchObject({ status: 'frozen_user', renewal: { state: 'renewed' } })
    const owing = await cardWith('10')
    await tellEvent(tested, 'clearing.posted', posting(owing, '30.00', { final: true }))
    await nears(tested, owing)
    await isDue(tested, owing)
    await tested.work()
    expect(await shown(owing)).toMatchObject({ status: 'negative', renewal: { state: 'renewed' } })
  })

  test('is not renewed once it is closed or lost, nor told of then', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    await to(card, 'closed')
    await isDue(tested, card)
    await tested.work()
    expect([times(card), await renewalsOf(tested, card)]).toMatchObject([0, [{ state: 'dropped' }]])
    const closed = await cardWith('20')
    await to(closed, 'closed')
    await nears(tested, closed)
    expect(await renewalsOf(tested, closed)).toEqual([])
  })

  test('waits while its account is about to be deleted, and is renewed when that was taken back', async () => {
    const { db } = tested.world
    const card = await cardWith('20')
    await nears(tested, card)
    const other = await cardWith('20')
    const { id: deletionId } = await beginDeletion(db, { userId: customer.userId, reason: undefined })
    await db.updateTable('cards').set({ status: 'active' }).where('id', '=', card.cardId).execute()
    await nears(tested, other)
    await isDue(tested, card)
    await tested.work()
    expect([times(card), await renewalsOf(tested, other)]).toEqual([0, []])
    expect(await renewalsOf(tested, card)).toMatchObject([{ state: 'planned', hours: 24 }])
    await endDeletion(db, { deletionId, state: 'undone' })
    await isDue(tested, card)
    await tested.work()
    expect(times(card)).toBe(1)
  })
})

describe('an issuer', () => {
  test('that does not answer is asked under the same name, and after three days a person is called', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    await isDue(tested, card)
    tested.issuer.behaveAt('renew', 'does it and is not heard')
    tested.issuer.behaveAt('renew', 'does nothing and is not heard', 2)
    await tested.work()
    await workLater(tested)
    expect([times(card), await alarms(card), (await shown(card)).renewal?.state]).toEqual([1, [], 'asked'])
    await sql`update card_renewals set asked_at = now() - interval '73 hours' where card_id = ${card.cardId}`.execute(
      tested.world.db,
    )
    await workLater(tested)
    expect(await alarms(card)).toMatchObject([{ detail: { why: 'silent' } }])
    await workLater(tested)
    expect([times(card), await alarms(card), await told(card)]).toEqual([1, [], ['renewalAhead', 'renewed']])
  })

  test('that refuses has its customer told and a person called, once, and is not asked again by itself', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    await isDue(tested, card)
    tested.issuer.behaveAt('renew', 'declines')
    await tested.work()
    await nears(tested, card, 'due')
    await isDue(tested, card)
    await workLater(tested)
    expect((await shown(card)).renewal?.state).toBe('refused')
    expect([times(card), await told(card)]).toEqual([0, ['renewalAhead', 'renewalRefused']])
    expect(await alarms(card)).toMatchObject([{ detail: { why: 'other' } }])
    expect(await want(card, false)).toMatchObject({ key: 'modify_failed', data: { reason: 'refused' } })
  })

  test('that renews a card which was closed meanwhile changes nothing of that', async () => {
    const card = await cardWith('20')
    await nears(tested, card)
    await isDue(tested, card)
    tested.issuer.behaveAt('renew', 'does it and is not heard')
    await tested.work()
    await to(card, 'closed')
    await workLater(tested)
    expect([await told(card), await renewalsOf(tested, card)]).toMatchObject([
      ['renewalAhead'],
      [{ state: 'dropped' }],
    ])
    expect((await shown(card)).renewal).toBeNull()
  })
})
