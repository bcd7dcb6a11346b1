import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAddress, updateAddress } from '../../../src/contract/address.ts'
import * as contract from '../../../src/contract/application.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import {
  abroad,
  applicant,
  applied,
  everything,
  move,
  movedTo,
  ordered,
  payment,
  resultOf,
} from '../../fixtures/cards/applicant.ts'
import {
  begin,
  billsOf,
  charged,
  physicalCards,
  refusalOf,
  reserved,
  tested,
  told,
  untouched,
} from '../../fixtures/cards/applying.ts'
import { moneyOf, setStatus } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('paying is refused', () => {
  test('with another total than what is due, which it names, and holds nothing', async () => {
    const who = await applicant(tested)
    const shown = await applied(tested, who)
    const pay = (fields: Record<string, unknown>) => refusalOf(contract.payApply, payment(shown, fields), who)
    for (const total of ['0', '19.999999', '21']) {
      expect(await pay({ total })).toEqual(['quote_expired', { total: '20' }])
    }
    expect(await pay({ pin: '999999' })).toMatchObject(['pin_incorrect', { triesLeft: 4 }])
    await tested.world.db
      .updateTable('applications')
      .set({ making_fee_minor: 1n })
      .where('id', '=', shown.id)
      .execute()
    expect(await pay({})).toEqual(['quote_expired', { total: '5.000001' }])
    await sql`update applications set quoted_at = now() - interval '31 minutes' where id = ${shown.id}`.execute(
      tested.world.db,
    )
    expect(await pay({ total: '5.000001' })).toEqual(['quote_expired', { total: '20' }])
    expect((await resultOf(tested, who, shown.id)).total).toBe('20')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await billsOf(who)).toHaveLength(1)
  })

  test('with too little in the wallet, saying how much is missing', async () => {
    const who = await applicant(tested, '24.999999')
    const shown = await applied(tested, who)
    expect(await refusalOf(contract.payApply, payment(shown), who)).toEqual([
      'balance_insufficient',
      { missing: '0.000001' },
    ])
    expect(await resultOf(tested, who, shown.id)).toEqual(shown)
  })

  test('when the address is gone, is moved to a dearer country, or the card is closed', async () => {
    const who = await applicant(tested)
    const shown = await applied(tested, who)
    const pay = () => refusalOf(contract.payApply, payment(shown), who)
    await tested.succeed(updateAddress, { _id: who.addressId, ...abroad }, who.customer.token)
    expect(await pay()).toEqual(['quote_expired', { total: '50' }])
    await tested.succeed(deleteAddress, { _id: who.addressId }, who.customer.token)
    expect(await tested.send(contract.payApply, payment(shown), who.customer.token)).toEqual({
      code: 1305,
      key: 'apply_failed',
      msg: 'Apply Fail: address_missing',
      data: { reason: 'address_missing' },
    })
    expect(await resultOf(tested, who, shown.id)).toMatchObject({ addressId: null, can: ['edit', 'cancel'] })
    await tested.world.db
      .updateTable('cards')
      .set({ status: 'lost' })
      .where('id', '=', who.card.cardId)
      .execute()
    expect(await pay()).toEqual(['card_closed', null])
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })

  test('when the verification has ended since, or the card that came back is frozen', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned')
    const shown = await resultOf(tested, who, id)
    const pay = () => refusalOf(contract.payApply, payment(shown), who)
    const before = await moneyOf(tested, who.customer)
    await setStatus(tested.world.db, { cardId: shown.physicalCardId ?? '' }, 'frozen_risk')
    expect(await pay()).toEqual(['card_frozen', null])
    await setStatus(tested.world.db, { cardId: shown.physicalCardId ?? '' }, 'inactive')
    const verification = (status: 'expired' | 'approved') =>
      tested.world.db
        .updateTable('applicants')
        .set({ status })
        .where('user_id', '=', who.customer.userId)
        .execute()
    await verification('expired')
    expect(await pay()).toEqual(['not_certified', null])
    expect(await moneyOf(tested, who.customer)).toEqual(before)
    await verification('approved')
    await tested.succeed(contract.payApply, payment(shown), who.customer.token)
  })
})

describe('paying', () => {
  test('without a total takes what it costs now, once', async () => {
    const who = await applicant(tested)
    const shown = await applied(tested, who)
    const { total: _total, ...unnamed } = payment(shown)
    await sql`update applications set quoted_at = now() - interval '31 minutes', making_fee_minor = 1 where id = ${shown.id}`.execute(
      tested.world.db,
    )
    const paid = await tested.succeed(contract.payApply, unnamed, who.customer.token)
    expect(paid).toMatchObject({ status: 'applying', total: '20' })
    expect(await tested.succeed(contract.payApply, unnamed, who.customer.token)).toEqual(paid)
  })

  test('twenty times at once takes one fee', async () => {
    const who = await applicant(tested)
    const shown = await applied(tested, who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tested.send(contract.payApply, payment(shown), who.customer.token)),
    )
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
    for (const answer of answers) {
      if (!('key' in answer)) continue
      expect(['apply_failed', 'request_in_progress']).toContain(answer.key)
    }
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    expect((await everything(tested, who.customer)).payments).toHaveLength(1)
  })

  test('again with the same request gives the first answer, with another total it is refused', async () => {
    const who = await applicant(tested)
    const request = payment(await applied(tested, who))
    const first = await tested.succeed(contract.payApply, request, who.customer.token)
    expect(first).toMatchObject({ status: 'applying', can: ['cancel'], billId: expect.any(String) })
    await tested.work()
    await move(tested, first.id, 'approved')
    expect(await tested.succeed(contract.payApply, request, who.customer.token)).toEqual(first)
    expect(await refusalOf(contract.payApply, { ...request, total: '21' }, who)).toEqual([
      'request_changed',
      null,
    ])
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
  })

  test('goes from approval to the card in hand, charged once when it is printed', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    expect(await billsOf(who)).toMatchObject([
      ['openCard', '-20', 'pending', 'physical'],
      ['openCard', '-5', 'done', ''],
    ])
    await move(tested, id, 'approved')
    expect(await resultOf(tested, who, id)).toMatchObject({ status: 'making', can: [], physicalCardId: null })
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await move(tested, id, 'printing')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    await move(tested, id, 'shipped')
    const shipped = await resultOf(tested, who, id)
    expect(shipped).toMatchObject({ status: 'shipped', can: ['finish'], tracking: { carrier: 'SF Express' } })
    await move(tested, id, 'delivered')
    const done = await resultOf(tested, who, id)
    expect(done).toMatchObject({ status: 'success', can: ['activate'], total: '20', reason: null })
    for (const at of [done.payTime, done.approveTime, done.shipTime, done.endTime]) expect(at).not.toBeNull()
    const [card, ...more] = await physicalCards(who)
    expect(more).toEqual([])
    expect(card).toMatchObject({
      id: done.physicalCardId,
      status: 'inactive',
      parent_card_id: who.card.cardId,
      holder: 'WEI LIN',
      phone: '13800138000',
    })
    expect(await billsOf(who)).toMatchObject([
      ['fee', '-5', 'done', 'mailingFee'],
      ['openCard', '-15', 'done', 'physical'],
      ['openCard', '-5', 'done', ''],
    ])
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    expect(await told(who)).toEqual(['applying', 'making', 'shipped', 'success'])
  })

  test('is finished by the customer, before or after the issuer says that it arrived', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped')
    const finish = () => tested.succeed(contract.finishApply, { id }, who.customer.token)
    const finished = await finish()
    expect(finished).toMatchObject({ status: 'success', can: ['activate'] })
    await move(tested, id, 'delivered')
    expect(await finish()).toEqual(finished)
    await tested.succeed(freeze, { id: finished.physicalCardId }, who.customer.token)
    expect(await finish()).toEqual(finished)
    expect(await told(who)).toEqual(['applying', 'making', 'shipped', 'success'])
    await setStatus(tested.world.db, { cardId: finished.physicalCardId ?? '' }, 'closed')
    expect(await resultOf(tested, who, id)).toMatchObject({ status: 'success', can: ['again'] })
  })
})
