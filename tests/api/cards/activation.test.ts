import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { resultOf } from '../../fixtures/cards/applicant.ts'
import { ask, question, readyCustomer } from '../../fixtures/cards/cardholder.ts'
import {
  begin,
  finish,
  type InHand,
  inHand,
  issued,
  statusOf,
  tested,
  ticketOf,
  told,
  wrong,
} from '../../fixtures/cards/in-hand.ts'

beforeAll(begin)
afterAll(() => tested.close())

const activate = ({ id, code, customer }: InHand, activationCode = code) =>
  tested.send(contract.activateCard, { id, activationCode }, customer.token)
const comparisons = () => tested.issuer.calls.filter(call => call === 'activate').length

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
