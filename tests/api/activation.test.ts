import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../src/contract/application.ts'
import { detail } from '../../src/contract/card.ts'
import { freeze } from '../../src/contract/card-control.ts'
import { messages } from '../../src/contract/message.ts'
import { profile } from '../profile.ts'
import { applicant, movedTo, referenceOf, resultOf } from './applicant.ts'
import { ask, type CardWorld, question, readyCustomer, sendHook, startCardWorld } from './cardholder.ts'
import { codeFor, type TestCustomer, testPin } from './customer.ts'

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())

interface InHand {
  customer: TestCustomer
  id: string
  issuerCardId: string
  code: string
  applicationId: string
  who: Awaited<ReturnType<typeof applicant>>
}

/** A physical card that has come with its letter. */
async function inHand(...states: ('delivered' | 'shipped')[]): Promise<InHand> {
  const who = await applicant(tested)
  const shown = await movedTo(tested, who, 'approved', 'printing', 'shipped', ...states)
  const order = tested.issuer.orders.get(await referenceOf(tested, shown.id))
  return {
    who,
    customer: who.customer,
    id: shown.physicalCardId ?? '',
    issuerCardId: order?.issuerCardId ?? '',
    code: order?.activationCode ?? '',
    applicationId: shown.id,
  }
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const activate = ({ id, code, customer }: InHand, activationCode = code) =>
  tested.send(contract.activateCard, { id, activationCode }, customer.token)
const ticketOf = async (hand: InHand) =>
  (
    await tested.succeed(
      contract.activateCard,
      { id: hand.id, activationCode: hand.code },
      hand.customer.token,
    )
  ).activationTicket
const finish = ({ id, customer }: InHand, activationTicket: string, cardPin = '2580') =>
  tested.send(contract.cardActivation, { id, activationTicket, cardPin }, customer.token)
const statusOf = async ({ id, customer }: InHand) =>
  (await tested.succeed(detail, { id }, customer.token)).status
const comparisons = () => tested.issuer.calls.filter(call => call === 'activate').length
const told = async ({ customer }: InHand, noticeType: string) =>
  (await tested.succeed(messages, { pageSize: 100, page: 1, noticeType }, customer.token)).list
const issued = ({ issuerCardId }: InHand) =>
  [...tested.issuer.cards.values()].find(card => card.issuerCardId === issuerCardId)

async function activated(): Promise<InHand> {
  const hand = await inHand('delivered')
  expect(await finish(hand, await ticketOf(hand))).toMatchObject({ code: 1 })
  return hand
}

describe('the activation code', () => {
  test('is six digits, of an own physical card that waits for it; the issuer hears of nothing else', async () => {
    const hand = await inHand('delivered')
    const before = comparisons()
    for (const code of ['12345', '1234567', '１２３４５６', '12345a', ' 12345', '']) {
      expect(await activate(hand, code)).toMatchObject({ key: 'input_invalid' })
    }
    const other = await readyCustomer(tested, '0')
    for (const id of [hand.id, randomUUID()]) {
      const input = { id, activationCode: hand.code }
      expect(await tested.send(contract.activateCard, input, other.token)).toMatchObject({ status: 403 })
    }
    expect(await activate({ ...hand, id: hand.who.card.cardId })).toMatchObject({
      key: 'modify_failed',
      data: { reason: 'virtual' },
    })
    expect(comparisons()).toBe(before)
    expect(await statusOf(hand)).toBe('inactive')
  })

  test('is compared five times an hour; then nothing is, and the owner is told once', async () => {
    const hand = await inHand('delivered')
    const before = comparisons()
    for (let left = 4; left > 0; left--) {
      expect(await activate(hand, wrong(hand.code))).toMatchObject({
        key: 'code_incorrect',
        data: { triesLeft: left },
      })
    }
    expect(await activate(hand, wrong(hand.code))).toMatchObject({
      key: 'code_incorrect',
      data: { triesLeft: 0, until: expect.any(String) },
    })
    for (const code of [wrong(hand.code), hand.code]) {
      expect(await activate(hand, code)).toMatchObject({
        key: 'limit_exceeded',
        data: { limit: '5', until: expect.any(String) },
      })
    }
    expect(comparisons()).toBe(before + 5)
    const warnings = (await told(hand, 'security')).filter(
      ({ params }) => params.event === 'activationLocked',
    )
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.content).toContain('was wrong five times')
    await sql`update attempts set window_ends_at = now() where subject = ${`activate:${hand.id}`}`.execute(
      tested.world.db,
    )
    expect(await activate(hand)).toMatchObject({ code: 1 })
  })

  test('is compared five times at most when twenty come at once', async () => {
    const hand = await inHand('delivered')
    const before = comparisons()
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(hand, wrong(hand.code))))
    expect(comparisons()).toBe(before + 5)
    const keys = answers.map(answer => ('key' in answer ? answer.key : 'done')).sort()
    expect(keys).toEqual([
      ...Array.from({ length: 5 }, () => 'code_incorrect'),
      ...Array.from({ length: 15 }, () => 'limit_exceeded'),
    ])
  })

  test('costs no try when the issuer does not answer', async () => {
    const hand = await inHand('delivered')
    tested.issuer.behaveAt('activate', 'does it and is not heard', 6)
    for (let times = 0; times < 6; times++) expect(await activate(hand)).toMatchObject({ status: 503 })
    expect(await statusOf(hand)).toBe('inactive')
    expect(await activate(hand)).toMatchObject({ code: 1 })
  })
})

describe('activating', () => {
  test('takes the ticket of this card and customer, once, within ten minutes', async () => {
    const [hand, another] = [await inHand('delivered'), await inHand('delivered')]
    expect(await finish(hand, randomUUID())).toMatchObject({ key: 'code_incorrect' })
    const [ticket, foreign] = [await ticketOf(hand), await ticketOf(another)]
    expect(await finish(hand, foreign)).toMatchObject({ key: 'code_incorrect' })
    expect(await finish({ ...hand, customer: another.customer }, ticket)).toMatchObject({ status: 403 })
    const expire = (time: string) =>
      sql`update activation_tickets set expires_at = now() + ${time}::interval where card_id = ${hand.id}`.execute(
        tested.world.db,
      )
    await expire('0')
    expect(await finish(hand, ticket)).toMatchObject({ key: 'code_incorrect' })
    await expire('1 minute')
    const newer = await ticketOf(hand)
    expect(await finish(hand, ticket)).toMatchObject({ key: 'code_incorrect' })
    expect(issued(hand)?.cardPin).toBeNull()
    expect(await statusOf(hand)).toBe('inactive')
    expect(await finish(hand, newer)).toMatchObject({
      data: { id: hand.id, status: 'active', type: 'physical' },
    })
    expect(await finish(hand, newer)).toMatchObject({ key: 'modify_failed', data: { reason: 'active' } })
    expect(await activate(hand)).toMatchObject({ key: 'modify_failed', data: { reason: 'active' } })
    expect(issued(hand)).toMatchObject({ cardPin: '2580', isActivated: true })
  })

  test('with the same ticket at once does it once', async () => {
    const hand = await inHand('delivered')
    const ticket = await ticketOf(hand)
    const before = tested.issuer.calls.filter(call => call === 'setPin').length
    const answers = await Promise.all(Array.from({ length: 8 }, () => finish(hand, ticket)))
    expect(answers.filter(answer => !('key' in answer))).toHaveLength(1)
    expect(tested.issuer.calls.filter(call => call === 'setPin')).toHaveLength(before + 1)
    expect((await told(hand, 'cardState')).filter(({ params }) => params.status === 'active')).toHaveLength(1)
  })

  test('refuses PINs that are patterns and leaves the ticket good', async () => {
    const hand = await inHand('delivered')
    const ticket = await ticketOf(hand)
    for (const weak of ['1111', '1234', '9876', '123', '12345', 'abcd', '２５８０']) {
      expect(await finish(hand, ticket, weak)).toMatchObject({
        key: 'input_invalid',
        data: { fields: { cardPin: 'cardPin' } },
      })
    }
    tested.issuer.behaveAt('setPin', 'declines')
    expect(await finish(hand, ticket)).toMatchObject({ key: 'modify_failed' })
    tested.issuer.behaveAt('setPin', 'does it and is not heard')
    expect(await finish(hand, ticket)).toMatchObject({ status: 503 })
    expect(await statusOf(hand)).toBe('inactive')
    expect(await finish(hand, ticket)).toMatchObject({ data: { status: 'active' } })
  })

  test('before the customer says that it arrived says so too; before, the card pays nothing', async () => {
    const hand = await inHand()
    expect(await ask(tested, question(hand))).toMatchObject({ decision: 'declined', reason: 'not_activated' })
    const ticket = await ticketOf(hand)
    expect(await ask(tested, question(hand))).toMatchObject({ decision: 'declined', reason: 'not_activated' })
    await finish(hand, ticket)
    expect(await resultOf(tested, hand.who, hand.applicationId)).toMatchObject({ status: 'success', can: [] })
    expect(await ask(tested, question(hand))).toMatchObject({ decision: 'declined', reason: 'no_money' })
  })
})

describe('the card PIN', () => {
  const change = ({ id, customer }: InHand, fields: Record<string, unknown> = {}) =>
    tested.send(contract.updateCardPIN, { id, cardPin: '7391', pin: testPin, ...fields }, customer.token)

  test("is not changed without the fund PIN, of another's card, of a virtual one, or before activation", async () => {
    const [hand, other] = [await activated(), await inHand('delivered')]
    expect(await change(hand, { pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    expect(await change({ ...hand, customer: other.customer })).toMatchObject({ status: 403 })
    expect(await change({ ...hand, id: hand.who.card.cardId })).toMatchObject({ key: 'modify_failed' })
    expect(await change(other)).toMatchObject({ key: 'modify_failed', data: { reason: 'inactive' } })
    tested.issuer.behaveAt('setPin', 'does nothing and is not heard')
    expect(await change(hand)).toMatchObject({ status: 503 })
    expect(issued(hand)?.cardPin).toBe('2580')
    expect((await told(hand, 'security')).map(({ params }) => params.event)).not.toContain('cardPinChanged')
  })

  test('lifts the block of wrong ones, and nothing else', async () => {
    const hand = await activated()
    const block = (at = new Date()) => tellPinBlocked(hand, at)
    await block()
    expect(await statusOf(hand)).toBe('pin_blocked')
    expect(await change(hand)).toMatchObject({ data: { status: 'active' } })
    expect(issued(hand)?.cardPin).toBe('7391')
    await block(new Date(Date.now() - 60_000))
    expect(await statusOf(hand)).toBe('active')
    await tested.succeed(freeze, { id: hand.id }, hand.customer.token)
    expect(await change(hand)).toMatchObject({ data: { status: 'frozen_user' } })
    await tested.world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', hand.id).execute()
    expect(await change(hand)).toMatchObject({ key: 'card_closed' })
  })

  test('stands nowhere in our tables', async () => {
    const hand = await activated()
    await change(hand)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      tested.world.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{
        text: string
      }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(tested.world.db)
      for (const { text } of rows) {
        expect(text).not.toMatch(/cardPin"/)
        // Not inside a longer number, an id or a time.
        expect(text, name).not.toMatch(/(?<![\w.+:-])(7391|2580)(?![\w.+:-])/)
      }
    }
  })

  async function tellPinBlocked({ issuerCardId }: InHand, at: Date) {
    const event = { id: `evt_${randomUUID()}`, type: 'card.pin_blocked', at: at.toISOString() }
    await sendHook(tested, 'events', { ...event, data: { cardId: issuerCardId } })
    await tested.work()
  }
})

describe('the phone of a card', () => {
  const change = ({ id, customer }: InHand, code: string, fields: Record<string, unknown> = {}) => {
    const input = { id, areaCode: '+852', phone: '61234567', code, pin: testPin, ...fields }
    return tested.send(contract.updateCardPhone, input, customer.token)
  }
  const mailed = ({ customer: { email } }: InHand) => codeFor(tested, { email, type: 'updateCardPhone' })

  test('is not changed where the kind fixes it, to no phone, without PIN and code, or for another', async () => {
    const hand = await activated()
    const code = await mailed(hand)
    for (const phone of ['12345', '1234567890', '123456789012345']) {
      expect(await change(hand, code, { phone })).toMatchObject({ key: 'phone_invalid' })
    }
    expect(await change(hand, code, { areaCode: '+999' })).toMatchObject({ key: 'phone_invalid' })
    expect(await change(hand, code, { pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    expect(await change(hand, wrong(code))).toMatchObject({ key: 'code_incorrect' })
    const other = await readyCustomer(tested, '0')
    expect(await change({ ...hand, customer: other }, code)).toMatchObject({ status: 403 })
    await tested.world.db
      .updateTable('cards')
      .set({ card_type_id: 'tenmoku' })
      .where('id', '=', hand.id)
      .execute()
    expect(await change(hand, code)).toMatchObject({ key: 'cardholder_fixed' })
    expect(await tested.succeed(detail, { id: hand.id }, hand.customer.token)).toMatchObject({
      canChangePhone: false,
    })
    expect(tested.issuer.calls).not.toContain('changePhone')
  })

  test('is changed at the issuer and here, once for a code; a silent issuer costs nothing', async () => {
    const hand = await activated()
    const { billingAddress, canChangePhone } = await tested.succeed(
      detail,
      { id: hand.id },
      hand.customer.token,
    )
    expect([canChangePhone, billingAddress?.address]).toEqual([true, profile.address])
    const code = await mailed(hand)
    tested.issuer.behaveAt('changePhone', 'does it and is not heard')
    expect(await change(hand, code)).toMatchObject({ status: 503 })
    expect((await tested.succeed(detail, { id: hand.id }, hand.customer.token)).phone).toBe('13800138000')
    expect(await change(hand, code)).toMatchObject({ data: { phone: '61234567', areaCode: '+852' } })
    expect(issued(hand)?.phone).toBe('+85261234567')
    expect(await change(hand, code, { phone: '69876543' })).toMatchObject({ key: 'code_incorrect' })
    expect((await told(hand, 'security')).map(({ params }) => params.event)).toContain('cardPhoneChanged')
  })
})
