import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPin, getUser, login } from '../../../src/contract/account.ts'
import { cardSecret } from '../../../src/contract/card-control.ts'
import { loginBy, payAsk, payBy, pays, remove } from '../../../src/contract/passkey.ts'
import { freezeAccount, updatePhrase } from '../../../src/contract/safety.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { hashPin, setPin } from '../../../src/server/account/pin.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  addedPasskey,
  passFor,
  payingPasskey,
  phone,
  shownTo,
  signedFor,
  startPasskeyWorld,
} from '../../fixtures/account/passkeys.ts'
import { moneyOf, openedCard, readyCustomer, type TestCard } from '../../fixtures/cards/cardholder.ts'
import { standInIssuer } from '../../fixtures/issuer/stand-in-issuer.ts'
import type { TestWorld } from '../../fixtures/world.ts'

// A pass stands for the fund PIN once, and does no more than it.

let tested: TestWorld
beforeAll(async () => {
  tested = await startPasskeyWorld({ issuer: standInIssuer() })
})
afterAll(() => tested.close())

async function holder() {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer)
  return { customer, card, of: await payingPasskey(tested, customer) }
}

const recharge = ({ cardId }: TestCard, pin: string, requestId: string = randomUUID()) => ({
  cardId,
  amount: '10',
  currency: 'USDT',
  pin,
  requestId,
})

const pay = (customer: TestCustomer, card: TestCard, pin: string, requestId?: string) =>
  tested.send(convertToCardBalance, recharge(card, pin, requestId), customer.token)

const over = { key: 'pin_pass_over' }
const refused = { key: 'passkey_refused' }

describe('a passkey does not stand for the PIN', () => {
  test('unless its owner gives the PIN for that', async () => {
    const [customer, other] = [await readyCustomer(tested, '0'), await readyCustomer(tested, '0')]
    const of = await addedPasskey(tested, customer)
    const { id } = of.passkey
    expect(of.passkey.pays).toBe(false)
    expect(await tested.succeed(payAsk, { ids: [id] }, customer.token)).toMatchObject({ only: [] })
    expect(await tested.send(payBy, await signedFor(tested, customer, of), customer.token)).toMatchObject(
      refused,
    )
    expect(await tested.send(pays, { id, pays: true }, customer.token)).toMatchObject({
      data: { fields: { pin: 'required' } },
    })
    const wrong = { id, pays: true, pin: '135790' }
    expect(await tested.send(pays, wrong, customer.token)).toMatchObject({ key: 'pin_incorrect' })
    const right = { id, pays: true, pin: testPin }
    expect(await tested.send(pays, right, other.token)).toMatchObject({ status: 403 })
    await sql`update users set hold_until = null where id = ${customer.userId}`.execute(tested.world.db)
    expect(await tested.succeed(pays, right, customer.token)).toMatchObject({ pays: true })
    expect((await tested.succeed(getUser, {}, customer.token)).holdUntil).not.toBeNull()
    expect(await tested.succeed(payAsk, { ids: [id] }, customer.token)).toMatchObject({ only: [of.key.id] })
    expect(await tested.succeed(payAsk, { ids: [id] }, other.token)).toMatchObject({ only: [] })
  })

  test('of somebody else, in another session, for a log-in, or twice', async () => {
    const [{ customer, of }, stranger] = [await holder(), await holder()]
    const signed = await signedFor(tested, customer, of)
    expect(await tested.send(payBy, signed, stranger.customer.token)).toMatchObject(refused)
    const { token } = await tested.succeed(login, { email: customer.email, password: customer.password })
    expect(await tested.send(payBy, signed, token)).toMatchObject(refused)
    expect(await tested.send(payBy, await shownTo(tested, of.key), customer.token)).toMatchObject(refused)
    expect(await tested.send(loginBy, await signedFor(tested, customer, of))).toMatchObject(refused)
    const { challenge } = await tested.succeed(payAsk, { ids: [] }, customer.token)
    const theirs = phone.get(stranger.of.key, challenge)
    expect(await tested.send(payBy, { assertion: theirs }, customer.token)).toMatchObject(refused)
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => tested.send(payBy, signed, customer.token)),
    )
    expect(replies.filter(reply => 'code' in reply && reply.code === 1).length).toBeLessThan(2)
  })

  test('once it is another PIN, and its passes neither', async () => {
    const { customer, card, of } = await holder()
    const pass = await passFor(tested, customer, of)
    const { userId } = customer
    await setPin(tested.world.db, { userId, pinHash: await hashPin(tested.world, { userId, pin: '864209' }) })
    expect(await pay(customer, card, pass)).toMatchObject(over)
    expect(await tested.succeed(payAsk, { ids: [of.passkey.id] }, customer.token)).toMatchObject({ only: [] })
  })
})

describe('a pass', () => {
  test('pays once, and answers the same decision again', async () => {
    const { customer, card, of } = await holder()
    const before = await moneyOf(tested, customer, card)
    const pass = await passFor(tested, customer, of)
    const requestId = randomUUID()
    const first = await pay(customer, card, pass, requestId)
    expect(first).toMatchObject({ code: 1 })
    expect(await pay(customer, card, pass, requestId)).toEqual(first)
    expect(await pay(customer, card, pass)).toMatchObject(over)
    expect((await moneyOf(tested, customer, card)).card).toBe(before.card + 1000n)
    await tested.succeed(convertToCardBalance, recharge(card, testPin), customer.token)
  })

  test('that many decisions bring at once is for one of them', async () => {
    const { customer, card, of } = await holder()
    const before = await moneyOf(tested, customer, card)
    const pass = await passFor(tested, customer, of)
    const replies = await Promise.all(Array.from({ length: 30 }, () => pay(customer, card, pass)))
    expect(replies.filter(reply => 'code' in reply && reply.code === 1)).toHaveLength(1)
    expect(replies.filter(reply => 'key' in reply && reply.key === 'pin_pass_over')).toHaveLength(29)
    expect((await moneyOf(tested, customer, card)).card).toBe(before.card + 1000n)
  })

  test('shows the full card once', async () => {
    const { customer, card, of } = await holder()
    const pin = await passFor(tested, customer, of)
    const look = () => ({ id: card.cardId, pin, proof: randomUUID() })
    await tested.succeed(cardSecret, look(), customer.token)
    expect(await tested.send(cardSecret, look(), customer.token)).toMatchObject(over)
  })

  test.each<[string, (about: Awaited<ReturnType<typeof holder>>) => Promise<unknown>, string]>([
    ['the PIN is locked', ({ customer }) => wrongTries(customer, 5), 'pin_locked'],
    [
      'a minute is over',
      ({ customer: { userId } }) =>
        sql`update pin_passes set expires_at = now() where user_id = ${userId}`.execute(tested.world.db),
      'pin_pass_over',
    ],
    [
      'its passkey is removed',
      ({ customer, of }) => tested.succeed(remove, { id: of.passkey.id }, customer.token),
      'pin_pass_over',
    ],
    [
      'its passkey stands for the PIN no longer',
      ({ customer, of }) => tested.succeed(pays, { id: of.passkey.id, pays: false }, customer.token),
      'pin_pass_over',
    ],
    [
      'the account is frozen',
      ({ customer }) => tested.succeed(freezeAccount, {}, customer.token),
      'account_frozen',
    ],
  ])('moves nothing once %s', async (_, happens, key) => {
    const about = await holder()
    const { customer, card } = about
    const before = await moneyOf(tested, customer, card)
    const pass = await passFor(tested, customer, about.of)
    await happens(about)
    expect(await pay(customer, card, pass)).toMatchObject({ key })
    expect(await moneyOf(tested, customer, card)).toEqual(before)
  })

  test('is for its session alone', async () => {
    const { customer, card, of } = await holder()
    const pass = await passFor(tested, customer, of)
    const { token } = await tested.succeed(login, { email: customer.email, password: customer.password })
    expect(await pay({ ...customer, token }, card, pass)).toMatchObject(over)
    expect(await pay(customer, card, pass)).toMatchObject({ code: 1 })
  })

  test('ends no count of wrong PINs, takes no try, and is had for none while the PIN is locked', async () => {
    const { customer, card, of } = await holder()
    await wrongTries(customer, 4)
    expect(await pay(customer, card, await passFor(tested, customer, of))).toMatchObject({ code: 1 })
    expect(await pay(customer, card, 'x'.repeat(43))).toMatchObject(over)
    expect(await tested.send(checkPin, { pin: '135790' }, customer.token)).toMatchObject({
      key: 'pin_incorrect',
      data: { triesLeft: 0 },
    })
    expect(await tested.send(payAsk, { ids: [] }, customer.token)).toMatchObject({ key: 'pin_locked' })
  })

  test('is none where the safety of the account is concerned', async () => {
    const { customer, of } = await holder()
    const pin = await passFor(tested, customer, of)
    const wrong = { key: 'input_invalid', data: { fields: { pin: 'pin' } } }
    expect(await tested.send(checkPin, { pin }, customer.token)).toMatchObject(wrong)
    expect(await tested.send(updatePhrase, { phrase: 'pear tree', pin }, customer.token)).toMatchObject(wrong)
    expect(await tested.send(pays, { id: of.passkey.id, pays: true, pin }, customer.token)).toMatchObject(
      wrong,
    )
  })
})

const wrongTries = ({ userId }: TestCustomer, count: number) =>
  sql`insert into attempts (subject, count, window_ends_at)
    values (${`pin:${userId}`}, ${count}, now() + interval '1 hour')`.execute(tested.world.db)
