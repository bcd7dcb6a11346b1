import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { userBill } from '../../../src/contract/bill.ts'
import { followOrder } from '../../../src/server/across/follow-order.ts'
import type { OrderStanding } from '../../../src/server/cards/issuer.ts'
import { transaction } from '../../../src/server/database/database.ts'
import {
  type Applicant,
  applicant,
  applied,
  everything,
  move,
  movedTo,
  moveSilently,
  ordered,
  paid,
  referenceOf,
  resultOf,
  tellOrder,
} from '../../fixtures/cards/applicant.ts'
import { begin, charged, reserved, tested, told, untouched } from '../../fixtures/cards/applying.ts'
import { moneyOf, workLater } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

const cancel = ({ customer }: Applicant, id: string) =>
  tested.send(contract.cancelPayApply, { id }, customer.token)
const statusOf = async (who: Applicant, id: string) => (await resultOf(tested, who, id)).status

/** The issuer goes on with an order that nobody has taken back. */
async function goOn(reference: string) {
  for (const state of ['approved', 'printing'] as const) {
    if (tested.issuer.orders.get(reference)?.state === 'cancelled') return
    await tellOrder(tested, tested.issuer.move(reference, state))
  }
}

describe('cancelling', () => {
  test('what is not paid for ends at once; nobody else is asked', async () => {
    const who = await applicant(tested)
    const { id } = await applied(tested, who)
    expect(await cancel(who, id)).toMatchObject({
      data: { status: 'cancelled', can: [], total: '20', payTime: null },
    })
    expect(await tested.issuer.calls).not.toContain('cancelOrder')
    expect((await applied(tested, who)).id).not.toBe(id)
  })

  test('before the issuer was asked for the card gives everything back, and no card is asked for', async () => {
    const who = await applicant(tested)
    const { id } = await paid(tested, who)
    const before = tested.issuer.calls.filter(call => call === 'createPhysicalCard').length
    expect(await cancel(who, id)).toMatchObject({ data: { status: 'cancelling', can: [] } })
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await tested.work()
    await workLater(tested)
    expect(await resultOf(tested, who, id)).toMatchObject({
      status: 'cancelled',
      endTime: expect.any(String),
    })
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(tested.issuer.calls.filter(call => call === 'createPhysicalCard')).toHaveLength(before)
    const { list } = await tested.succeed(userBill, { pageSize: 1, page: 1 }, who.customer.token)
    expect(list[0]).toMatchObject({ type: 'openCard', amount: '-20', status: 'reversed' })
    expect(await told(who)).toEqual(['applying', 'cancelled'])
  })

  test('while it is not known whether there is an order waits for that, then takes it back', async () => {
    const who = await applicant(tested)
    tested.issuer.behaveAt('createPhysicalCard', 'does it and is not heard')
    const { id } = await ordered(tested, who)
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelling')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await workLater(tested)
    await workLater(tested)
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(tested.issuer.orders.get(await referenceOf(tested, id))?.state).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })

  test('is told again to an issuer who is not heard, and nothing is returned on doubt', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    tested.issuer.behaveAt('cancelOrder', 'does it and is not heard')
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelling')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await workLater(tested)
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    await move(tested, id, 'cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await told(who)).toEqual(['applying', 'cancelled'])
  })

  test('an order that was approved meanwhile and not told of is still taken back', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const approved = { ...(await moveSilently(tested, id, 'approved')) }
    await cancel(who, id)
    await tellOrder(tested, approved)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })

  test('too late goes on with making, says so, and charges once', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    for (const state of ['approved', 'printing'] as const) await moveSilently(tested, id, state)
    await cancel(who, id)
    await tested.work()
    expect(await resultOf(tested, who, id)).toMatchObject({
      status: 'making',
      approveTime: expect.any(String),
    })
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    expect(await told(who)).toEqual(['applying', 'too_late'])
    expect(await cancel(who, id)).toMatchObject({ key: 'apply_failed', data: { reason: 'making' } })
  })

  test('that the issuer declines for no reason goes on from where the order is', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    tested.issuer.behaveAt('cancelOrder', 'declines')
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('applying')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    expect(await told(who)).toEqual(['applying', 'too_late'])
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelled')
  })

  test('that the issuer does, while what it reads is older than that, is not told to be too late', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const order = { ...tested.issuer.orders.get(await referenceOf(tested, id)) } as OrderStanding
    vi.spyOn(tested.issuer, 'orderOf').mockResolvedValueOnce({ outcome: 'done', order })
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelling')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await workLater(tested)
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await told(who)).toEqual(['applying', 'cancelled'])
  })

  test('that the issuer declines is not gone on with from where the order was before', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const order = { ...tested.issuer.orders.get(await referenceOf(tested, id)) } as OrderStanding
    const standing = { ...(await moveSilently(tested, id, 'approved')) }
    const { reference } = standing
    // It is told of the approval between the reading of the order and what follows.
    vi.spyOn(tested.issuer, 'orderOf').mockImplementationOnce(async ({ issuerOrderId }) => {
      await transaction(tested.world.db, db => followOrder(db, { reference, issuerOrderId, standing }))
      return { outcome: 'done', order }
    })
    tested.issuer.behaveAt('cancelOrder', 'declines')
    await cancel(who, id)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelling')
    expect(await told(who)).toEqual(['applying'])
    await workLater(tested)
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })

  test('and what the issuer tells at the same moment end in one of both, and the books agree', async () => {
    for (let round = 0; round < 12; round++) {
      const who = await applicant(tested)
      const { id } = await ordered(tested, who)
      await Promise.all([cancel(who, id), goOn(await referenceOf(tested, id)), tested.work()])
      await workLater(tested)
      const status = await statusOf(who, id)
      const { cards, payments } = await everything(tested, who.customer)
      const made = cards.filter(({ parent_card_id }) => parent_card_id !== null)
      expect(payments).toHaveLength(1)
      if (status === 'cancelled') {
        expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
        expect(made).toEqual([])
      } else {
        expect(status).toBe('making')
        expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
        expect(made).toHaveLength(1)
      }
    }
  })

  test('and finishing at once: what is on its way is not cancelled', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped')
    const answers = await Promise.all([
      cancel(who, id),
      tested.send(contract.finishApply, { id }, who.customer.token),
      cancel(who, id),
    ])
    expect(answers.map(answer => ('key' in answer ? answer.key : 'done'))).toEqual([
      'apply_failed',
      'done',
      'apply_failed',
    ])
    expect(await statusOf(who, id)).toBe('success')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
  })

  test('twenty times at once cancels once', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(who, id)))
    expect(answers.filter(answer => !('key' in answer))).toHaveLength(1)
    await tested.work()
    expect(await statusOf(who, id)).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })
})
