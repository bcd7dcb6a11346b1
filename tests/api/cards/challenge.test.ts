import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeCard, freeze } from '../../../src/contract/card-control.ts'
import { approveChallenge, challenges, denyChallenge, getChallenge } from '../../../src/contract/challenge.ts'
import { freezeAccount } from '../../../src/contract/safety.ts'
import { beginDeletion, endDeletion } from '../../../src/server/account/deletions.ts'
import { liftFreeze } from '../../../src/server/account/freezes.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { passFor, payingPasskey, startPasskeyWorld } from '../../fixtures/account/passkeys.ts'
import {
  ask,
  type CardWorld,
  messagesOf,
  moneyOf,
  openedCard,
  question,
  readyCustomer,
  setStatus,
  type TestCard,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { asked, challengeOf, timeIsOver, toldChallenge } from '../../fixtures/cards/challenged.ts'
import { standInIssuer } from '../../fixtures/issuer/stand-in-issuer.ts'

// A purchase that waits for its cardholder: what a customer may say to it, and when.

let tested: CardWorld
let customer: TestCustomer
let stranger: TestCustomer
let card: TestCard
beforeAll(async () => {
  const issuer = standInIssuer()
  tested = { ...(await startPasskeyWorld({ issuer })), issuer }
  customer = await readyCustomer(tested, '500')
  stranger = await readyCustomer(tested, '0')
  card = await openedCard(tested, customer, { rechargeAmount: '100' })
})
afterAll(() => tested.close())
beforeEach(() => setStatus(tested.world.db, card, 'active'))

const approve = (id: string, pin: string = testPin, by = customer) =>
  tested.send(approveChallenge, { id, pin }, by.token)
const deny = (id: string, freeze = false, by = customer) =>
  tested.send(denyChallenge, { id, freeze }, by.token)
const atIssuer = ({ challengeId }: { challengeId: string }) => tested.issuer.challenges.get(challengeId)
const over = (reason: string) => ({ key: 'challenge_over', data: { reason } })

describe('a yes', () => {
  test('is carried to the issuer, once, and moves no money', async () => {
    const before = await moneyOf(tested, customer, card)
    const { told, id, look } = await asked(tested, card, customer)
    expect(await approve(id)).toMatchObject({ data: { status: 'approved', answer: 'sending' } })
    expect(await approve(id)).toMatchObject({ code: 1, data: { status: 'approved' } })
    await tested.work()
    expect(await look()).toMatchObject({ status: 'approved', answer: 'taken', leftSeconds: 0, billId: null })
    expect(atIssuer(told)).toBe('approved')
    expect(tested.issuer.calls.filter(call => call === 'answerChallenge')).toHaveLength(1)
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    expect(await deny(id)).toMatchObject(over('approved'))
  })

  test('leads to the row of the purchase, which may still be declined', async () => {
    const [good, poor] = [challengeOf(card), challengeOf(card, { amount: '900.00' })]
    for (const told of [good, poor]) {
      await toldChallenge(tested, told)
      const id = (await tested.succeed(challenges, {}, customer.token)).at(-1)?.id ?? ''
      await approve(id)
      const { threadId, amount } = told
      const verdict = await ask(tested, question(card, { threadId, amount }))
      expect(verdict.decision).toBe(told === good ? 'approved' : 'declined')
      const { billId } = await tested.succeed(getChallenge, { id }, customer.token)
      expect(billId).toEqual(expect.any(String))
    }
  })

  test('takes the PIN, or a pass that is used up by it', async () => {
    const [first, second] = [await asked(tested, card, customer), await asked(tested, card, customer)]
    expect(await approve(first.id, '135790')).toMatchObject({ key: 'pin_incorrect' })
    expect(await first.look()).toMatchObject({ status: 'waiting', answer: null })
    const pass = await passFor(tested, customer, await payingPasskey(tested, customer))
    expect(await approve(first.id, pass)).toMatchObject({ data: { status: 'approved' } })
    expect(await approve(second.id, pass)).toMatchObject({ key: 'pin_pass_over' })
    expect(await second.look()).toMatchObject({ status: 'waiting' })
  })

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
    [
      'its owner has frozen the card',
      () => tested.succeed(freeze, { id: card.cardId }, customer.token),
      () => setStatus(tested.world.db, card, 'active'),
      'card_frozen',
    ],
    [
      'we have frozen the card',
      () => setStatus(tested.world.db, card, 'frozen_risk'),
      () => setStatus(tested.world.db, card, 'active'),
      'card_frozen',
    ],
    [
      'the card is closed',
      () => setStatus(tested.world.db, card, 'closed'),
      () => setStatus(tested.world.db, card, 'active'),
      'card_closed',
    ],
    [
      'the account is frozen',
      () => tested.succeed(freezeAccount, {}, customer.token),
      () => liftFreeze(tested.world.db, { userId: customer.userId, by: 'customer' }),
      'account_frozen',
    ],
    [
      'the account is about to be deleted',
      () => beginDeletion(tested.world.db, { userId: customer.userId, reason: undefined }),
      async () => {
        const { id } = await tested.world.db
          .selectFrom('deletions')
          .select('id')
          .where('state', '=', 'waiting')
          .executeTakeFirstOrThrow()
        await endDeletion(tested.world.db, { deletionId: id, state: 'undone' })
      },
      'account_closing',
    ],
  ])('is refused while %s, and a no is taken', async (_when, stop, letGo, key) => {
    const { told, id, look } = await asked(tested, card, customer)
    await stop()
    expect(await approve(id)).toMatchObject({ key })
    expect(await look()).toMatchObject({ status: 'waiting' })
    expect(await deny(id)).toMatchObject({ data: { status: 'denied' } })
    await letGo()
    await tested.work()
    expect(atIssuer(told)).toBe('denied')
  })

  test('is refused once its time is over, whether the issuer has said so or not', async () => {
    const { told, id, look } = await asked(tested, card, customer)
    await timeIsOver(tested, { id })
    expect(await look()).toMatchObject({ status: 'expired', leftSeconds: 0, answer: null })
    expect(await tested.succeed(challenges, {}, customer.token)).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    expect(await approve(id)).toMatchObject(over('expired'))
    expect(await deny(id)).toMatchObject(over('expired'))
    await tested.work()
    expect(atIssuer(told)).toBeUndefined()
  })
})

describe('a no', () => {
  test('takes no PIN, counts once, and is carried to the issuer', async () => {
    const { told, id, look } = await asked(tested, card, customer)
    for (let time = 0; time < 2; time++)
      expect(await deny(id)).toMatchObject({ data: { status: 'denied', canFreeze: true } })
    expect(await approve(id)).toMatchObject(over('denied'))
    await tested.work()
    expect(await look()).toMatchObject({ status: 'denied', answer: 'taken' })
    expect(atIssuer(told)).toBe('denied')
  })

  test('freezes the card in the same moment where that is asked, then or with a repeat', async () => {
    const [first, second] = [await asked(tested, card, customer), await asked(tested, card, customer)]
    expect(await deny(first.id, true)).toMatchObject({ data: { status: 'denied', canFreeze: false } })
    expect(await ask(tested, question(card))).toMatchObject({ reason: 'card_frozen' })
    await setStatus(tested.world.db, card, 'active')
    await deny(second.id)
    expect(await deny(second.id, true)).toMatchObject({ data: { canFreeze: false } })
    await tested.work()
    expect([...tested.issuer.cards.values()][0]).toMatchObject({ isFrozen: true })
  })

  test('of a card that is closed freezes nothing', async () => {
    const { id } = await asked(tested, card, customer)
    await setStatus(tested.world.db, card, 'closed')
    expect(await deny(id, true)).toMatchObject({ data: { status: 'denied', canFreeze: false } })
  })
})

describe('whoever is asked', () => {
  test('is told at once, where it is answered, and of how it ended', async () => {
    const { told, id } = await asked(tested, card, customer)
    const newest = async () => (await messagesOf(tested, customer)).find(message => message.id === id)
    expect(await newest()).toMatchObject({
      kind: 'system',
      notice_type: 'challenge',
      params: {
        ...{ state: 'waiting', amount: '20', currency: 'USD', merchant: 'Kiln & Co', last4: card.last4 },
        until: told.expiresAt,
      },
      action: `/pages/message/message?id=${id}`,
    })
    await deny(id)
    expect(await newest()).toMatchObject({ params: { state: 'denied' } })
  })

  test('sees what waits, what ends first on top, and nobody else does', async () => {
    const { id } = await asked(tested, card, customer)
    const [first] = await tested.succeed(challenges, {}, customer.token)
    expect(first).toMatchObject({
      ...{ cardId: card.cardId, last4: card.last4, merchant: 'Kiln & Co', city: 'Austin', country: 'US' },
      ...{ amount: '20', currency: 'USD', status: 'waiting', answer: null, canFreeze: true, billId: null },
      leftSeconds: expect.any(Number),
    })
    expect(await tested.succeed(challenges, {}, stranger.token)).toEqual([])
    for (const reply of [
      await tested.send(getChallenge, { id }, stranger.token),
      await approve(id, testPin, stranger),
      await deny(id, true, stranger),
    ])
      expect(reply).toMatchObject({ status: 403 })
    expect(await tested.succeed(getChallenge, { id }, customer.token)).toMatchObject({ status: 'waiting' })
  })
})

describe('without an answer of the issuer', () => {
  test('a word is carried again under the same name until it is taken', async () => {
    const { told, id, look } = await asked(tested, card, customer)
    tested.issuer.behaveAt('answerChallenge', 'does nothing and is not heard', 2)
    await approve(id)
    await tested.work()
    expect(await look()).toMatchObject({ status: 'approved', answer: 'sending' })
    await workLater(tested)
    expect(atIssuer(told)).toBeUndefined()
    await workLater(tested)
    expect(await look()).toMatchObject({ status: 'approved', answer: 'taken' })
  })

  test('it is told as late where the issuer waited no longer', async () => {
    const { told, id, look } = await asked(tested, card, customer)
    tested.issuer.challenges.set(told.challengeId, 'over')
    await approve(id)
    await tested.work()
    expect(await look()).toMatchObject({ status: 'approved', answer: 'late' })
    const message = (await messagesOf(tested, customer)).find(each => each.id === id)
    expect(message).toMatchObject({ params: { state: 'late' } })
  })
})

test('of many words at one moment one counts', async () => {
  const { told, id, look } = await asked(tested, card, customer)
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, turn) => (turn % 2 ? approve(id) : deny(id))),
  )
  const { status } = await look()
  const words = replies.flatMap(reply => ('code' in reply && reply.code === 1 ? [reply.data] : []))
  expect(new Set(words.map(each => (each as { status: string }).status))).toEqual(new Set([status]))
  await tested.work()
  expect(atIssuer(told)).toBe(status)
})

test('a card that is closed while a purchase waits lets nobody confirm it', async () => {
  const own = await openedCard(tested, customer, { rechargeAmount: '10' })
  const { id } = await asked(tested, own, customer)
  const end = { id: own.cardId, pin: testPin, requestId: crypto.randomUUID() }
  await tested.succeed(closeCard, end, customer.token)
  expect(await approve(id)).toMatchObject({ key: 'card_closed' })
})
