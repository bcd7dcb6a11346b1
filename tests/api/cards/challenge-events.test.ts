import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChallenge, challenges, denyChallenge } from '../../../src/contract/challenge.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { messagesOf, openedCard, shop, tellEvent, workLater } from '../../fixtures/cards/cardholder.ts'
import { asked, challengeOf, inMinutes, toldChallenge } from '../../fixtures/cards/challenged.ts'
import { begin, card, customer, tested } from '../../fixtures/cards/one-card.ts'

// What the issuer tells of purchases that wait for their cardholder, in whatever order it comes.

beforeAll(() => begin({ wallet: '500', onCard: '100' }))
afterAll(() => tested.close())

const rowOf = (challengeId: string) =>
  tested.world.db
    .selectFrom('card_challenges')
    .selectAll()
    .where('issuer_challenge_id', '=', challengeId)
    .executeTakeFirst()
const notices = async () =>
  (await messagesOf(tested, customer)).filter(({ notice_type }) => notice_type === 'challenge')
const alarms = (subject: string) =>
  tested.world.db.selectFrom('alarms').select('kind').where('subject', '=', subject).execute()

describe('a purchase that waits', () => {
  test('is asked about once, however often it is told', async () => {
    const told = challengeOf(card)
    const before = (await notices()).length
    for (let time = 0; time < 2; time++) await toldChallenge(tested, told)
    await tellEvent(tested, 'challenge.opened', told, 'evt_same')
    await tellEvent(tested, 'challenge.opened', told, 'evt_same')
    expect((await notices()).length).toBe(before + 1)
    expect(await rowOf(told.challengeId)).toMatchObject({ state: 'waiting', amount_minor: 2000n })
  })

  test.each(['cancelled', 'expired'] as const)('ends as %s, whenever that is heard', async end => {
    const [inOrder, overtaken] = [challengeOf(card), challengeOf(card)]
    const before = (await notices()).length
    await toldChallenge(tested, inOrder)
    await toldChallenge(tested, inOrder, end)
    await toldChallenge(tested, inOrder, end)
    await toldChallenge(tested, overtaken, end)
    await toldChallenge(tested, overtaken)
    for (const { challengeId } of [inOrder, overtaken])
      expect(await rowOf(challengeId)).toMatchObject({ state: end, answer: null })
    const told = (await notices()).slice(before)
    expect(told).toMatchObject([{ params: { state: end } }])
    const ended = await Promise.all([inOrder, overtaken].map(({ challengeId }) => rowOf(challengeId)))
    const waiting = await tested.succeed(challenges, {}, customer.token)
    expect(waiting.filter(({ id }) => ended.some(row => row?.id === id))).toEqual([])
  })

  test('keeps its first end', async () => {
    const told = challengeOf(card)
    await toldChallenge(tested, told)
    await toldChallenge(tested, told, 'cancelled')
    await toldChallenge(tested, told, 'expired')
    expect(await rowOf(told.challengeId)).toMatchObject({ state: 'cancelled' })
  })

  test('that is heard of after its time is not asked about', async () => {
    const told = challengeOf(card, { expiresAt: inMinutes(-1) })
    const before = (await notices()).length
    await toldChallenge(tested, told)
    expect(await rowOf(told.challengeId)).toMatchObject({ state: 'expired' })
    expect((await notices()).length).toBe(before)
  })

  test('told with another sum or card is left out, with an alarm: the first words stand', async () => {
    const told = challengeOf(card)
    await toldChallenge(tested, told)
    const ids = ['evt_sum', 'evt_card']
    await tellEvent(tested, 'challenge.opened', { ...told, amount: '21.00' }, ids[0])
    const other = await openedCard(tested, customer)
    await tellEvent(tested, 'challenge.cancelled', { ...told, cardId: other.issuerCardId }, ids[1])
    expect(await rowOf(told.challengeId)).toMatchObject({ state: 'waiting', amount_minor: 2000n })
    for (const id of ids) expect(await alarms(id)).toEqual([{ kind: 'issuer_event_ignored' }])
  })

  test('of a card that we do not know yet waits for it', async () => {
    const told = challengeOf({ issuerCardId: 'card_of_tomorrow' })
    await toldChallenge(tested, told)
    expect(await rowOf(told.challengeId)).toBeUndefined()
    await tested.world.db
      .updateTable('cards')
      .set({ issuer_card_id: 'card_of_tomorrow' })
      .where('id', '=', card.cardId)
      .execute()
    await workLater(tested)
    expect(await rowOf(told.challengeId)).toMatchObject({ state: 'waiting' })
    await tested.world.db
      .updateTable('cards')
      .set({ issuer_card_id: card.issuerCardId })
      .where('id', '=', card.cardId)
      .execute()
  })

  test.each([
    ['an amount', { amount: '-1.00' }],
    ['a currency', { currency: 'EUR' }],
    ['an end', { expiresAt: 'soon' }],
    ['a merchant', { merchant: 'Kiln' }],
  ])('that has no good %s is put aside', async (what, wrong) => {
    const told = { ...challengeOf(card), ...wrong }
    await tellEvent(tested, 'challenge.opened', told, `evt_${what.replaceAll(' ', '_')}`)
    expect(await rowOf(told.challengeId)).toBeUndefined()
    expect(await alarms(`evt_${what.replaceAll(' ', '_')}`)).toHaveLength(1)
  })
})

test('a yes on its way is told as late when the purchase has expired, and is not asked about any more', async () => {
  const { told, id, look } = await asked(tested, card, customer)
  tested.issuer.behaveAt('answerChallenge', 'does nothing and is not heard')
  await tested.succeed(approveChallenge, { id, pin: testPin }, customer.token)
  await tested.work()
  await toldChallenge(tested, told, 'expired')
  expect(await look()).toMatchObject({ status: 'approved', answer: 'late' })
  await workLater(tested)
  expect(tested.issuer.calls.filter(call => call === 'answerChallenge')).toHaveLength(1)
  await toldChallenge(tested, told, 'cancelled')
  expect(await look()).toMatchObject({ status: 'approved', answer: 'late' })
})

test('an answer that was taken stays taken, whatever is told after it', async () => {
  const { told, id, look } = await asked(tested, card, customer)
  await tested.succeed(approveChallenge, { id, pin: testPin }, customer.token)
  await tested.work()
  await toldChallenge(tested, told, 'expired')
  expect(await look()).toMatchObject({ status: 'approved', answer: 'taken' })
})

describe('the row of a purchase that was not confirmed', () => {
  const declinedRow = async (told: ReturnType<typeof challengeOf>) => {
    const { threadId, cardId, amount, currency } = told
    const no = { threadId, cardId, amount, currency, merchant: shop, reason: '3ds_failed' }
    await tellEvent(tested, 'authorization.declined_by_issuer', no)
    const row = await tested.world.db
      .selectFrom('purchases')
      .select('reason')
      .where('thread_id', '=', threadId)
      .executeTakeFirstOrThrow()
    return row.reason
  }

  test('says that its customer denied it', async () => {
    const { told, id } = await asked(tested, card, customer)
    await tested.succeed(denyChallenge, { id, freeze: false }, customer.token)
    expect(await declinedRow(told)).toBe('three_ds_denied')
  })

  test.each([[['expired']], [[]]] as const)(
    'says that nobody confirmed it in time (told: %s)',
    async ends => {
      const { told } = await asked(tested, card, customer)
      for (const end of ends) await toldChallenge(tested, told, end)
      expect(await declinedRow(told)).toBe('three_ds_expired')
    },
  )

  test('says no more than the issuer where we were not asked, or the merchant gave up', async () => {
    expect(await declinedRow(challengeOf(card))).toBe('three_ds_failed')
    const { told } = await asked(tested, card, customer)
    await toldChallenge(tested, told, 'cancelled')
    expect(await declinedRow(told)).toBe('three_ds_failed')
  })
})
