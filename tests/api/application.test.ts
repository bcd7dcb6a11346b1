import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, deleteAddress, saveAddress, updateAddress } from '../../src/contract/address.ts'
import * as contract from '../../src/contract/application.ts'
import { userBill } from '../../src/contract/bill.ts'
import type { Call } from '../../src/contract/call.ts'
import { openCard } from '../../src/contract/card.ts'
import { nouns } from '../../src/contract/index.ts'
import { messages } from '../../src/contract/message.ts'
import type { OrderState } from '../../src/server/cards/issuer.ts'
import { followAll } from '../../src/server/jobs/follow-orders.ts'
import {
  type Applicant,
  abroad,
  anotherCard,
  applicant,
  applied,
  everything,
  form,
  home,
  move,
  movedTo,
  moveSilently,
  ordered,
  paid,
  payment,
  referenceOf,
  resultOf,
  tellOrder,
} from './applicant.ts'
import { type CardWorld, moneyOf, setStatus, startCardWorld, workLater } from './cardholder.ts'
import { newCustomer, testPin } from './customer.ts'

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())

// An opening of 5, then a card of 15 mailed for 5.
const start = 495_000_000n
const fee = 20_000_000n
const untouched = { wallet: start, walletHeld: 0n }
const reserved = { wallet: start, walletHeld: fee }
const charged = { wallet: start - fee, walletHeld: 0n }

async function refusalOf(call: Call, input: Record<string, unknown>, { customer }: Applicant) {
  const envelope = await tested.send(call, input, customer.token)
  return 'key' in envelope ? [envelope.key, envelope.data] : [envelope]
}
const told = async ({ customer }: Applicant) =>
  (await tested.succeed(messages, { pageSize: 100, page: 1, noticeType: 'application' }, customer.token)).list
    .map(({ params }) => params.state)
    .reverse()
const billsOf = async ({ customer }: Applicant) =>
  (await tested.succeed(userBill, { pageSize: 100, page: 1 }, customer.token)).list.map(
    ({ type, amount, status, remark }) => [type, amount, status, remark.fee ?? remark.form ?? ''],
  )
const physicalCards = async ({ customer }: Applicant) =>
  (await everything(tested, customer)).cards.filter(({ parent_card_id }) => parent_card_id !== null)

describe('filling in is refused', () => {
  test('without certification, for a kind that is not made of that, for a card or an address of another', async () => {
    const who = await applicant(tested)
    const other = await applicant(tested)
    const stranger = { ...who, customer: await newCustomer(tested) }
    expect(await refusalOf(contract.applyCard, form(who), stranger)).toEqual(['not_certified', null])
    const ask = (fields: Record<string, unknown>) => refusalOf(contract.applyCard, form(who, fields), who)
    expect(await ask({ cardTypeId: 'gold' })).toEqual(['card_type_missing', null])
    for (const fields of [{ cardTypeId: 'celadon' }, { material: 'metal' }, { cardTypeId: 'tenmoku' }]) {
      expect(await ask(fields)).toEqual(['card_type_disabled', null])
    }
    for (const embossName of ['W', '林', 'Wei  Lin 2', 'A'.repeat(27), '-Wei', '']) {
      expect(await ask({ embossName })).toEqual(['input_invalid', { fields: { embossName: 'embossName' } }])
    }
    expect(await ask({ cardId: other.card.cardId })).toMatchObject([{ status: 403 }])
    expect(await ask({ addressId: other.addressId })).toMatchObject([{ status: 403 }])
    expect(await ask({ id: randomUUID() })).toMatchObject([{ status: 403 }])
    const theirs = await applied(tested, other)
    expect(await ask({ id: theirs.id })).toMatchObject([{ status: 403 }])
    expect((await everything(tested, who.customer)).applications).toEqual([])
  })

  test('to where we do not mail, for a card that is closed, and for one that is physical', async () => {
    const who = await applicant(tested)
    await tested.world.db
      .updateTable('mailing_addresses')
      .set({ country: 'LY' })
      .where('id', '=', who.addressId)
      .execute()
    const ask = (fields = {}) => refusalOf(contract.applyCard, form(who, fields), who)
    expect(await ask()).toEqual(['apply_failed', { reason: 'not_mailable', country: 'LY' }])
    const made = await applicant(tested)
    const { physicalCardId } = await movedTo(tested, made, 'approved', 'printing')
    expect(await refusalOf(contract.applyCard, form(made, { cardId: physicalCardId }), made)).toEqual([
      'apply_failed',
      { reason: 'card_physical' },
    ])
    await tested.world.db
      .updateTable('cards')
      .set({ status: 'closed' })
      .where('id', '=', who.card.cardId)
      .execute()
    await tested.world.db
      .updateTable('mailing_addresses')
      .set({ country: 'CN' })
      .where('id', '=', who.addressId)
      .execute()
    expect(await ask()).toEqual(['card_closed', null])
    expect((await everything(tested, who.customer)).applications).toEqual([])
  })

  test('beside another of the same card that is on its way, which it names', async () => {
    const who = await applicant(tested)
    const { id } = await paid(tested, who)
    const ask = () => refusalOf(contract.applyCard, form(who), who)
    expect(await ask()).toEqual(['apply_failed', { reason: 'applying', id }])
    await tested.work()
    await move(tested, id, 'delivered')
    expect(await ask()).toEqual(['apply_failed', { reason: 'success', id }])
    expect((await everything(tested, who.customer)).applications).toHaveLength(1)
  })

  test.each([
    'payApply',
    'applyResult',
    'restartApplyCard',
    'finishApply',
    'cancelPayApply',
    'getCardApplyRecord',
  ] as const)('%s of somebody else is denied', async name => {
    const [who, other] = [await applicant(tested), await applicant(tested)]
    const theirs = await applied(tested, other)
    const input = name === 'payApply' ? payment(theirs) : { id: theirs.id }
    expect(await refusalOf(nouns.application[name], input, who)).toMatchObject([{ status: 403 }])
    expect(await resultOf(tested, other, theirs.id)).toEqual(theirs)
  })
})

describe('filling in', () => {
  test('quotes making and mailing, and goes on with the same one on a second tap', async () => {
    const who = await applicant(tested)
    expect(
      await tested.succeed(contract.getCardApplyRecord, { cardId: who.card.cardId }, who.customer.token),
    ).toBeNull()
    const [first, second] = await Promise.all([applied(tested, who), applied(tested, who)])
    expect(second?.id).toBe(first?.id)
    expect(first).toMatchObject({
      status: 'wait_pay',
      makingFee: '15',
      mailingFee: '5',
      total: '20',
      can: ['edit', 'pay', 'cancel'],
      country: 'CN',
      payTime: null,
      billId: null,
      physicalCardId: null,
    })
    expect(first?.address.join(' ')).toContain('Kiln Road 1')
    const { _id } = await tested.succeed(saveAddress, abroad, who.customer.token)
    const changed = await applied(tested, who, { addressId: _id, embossName: 'W. Lin' })
    expect(changed).toMatchObject({ id: first?.id, mailingFee: '35', total: '50', embossName: 'W. Lin' })
    const record = await tested.succeed(
      contract.getCardApplyRecord,
      { cardId: who.card.cardId },
      who.customer.token,
    )
    expect(record).toEqual(changed)
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })

  test('is told at the address it uses, before and after it is paid for, until it is over', async () => {
    const who = await applicant(tested)
    const { _id: other } = await tested.succeed(saveAddress, abroad, who.customer.token)
    const usedBy = async () => {
      const { list } = await tested.succeed(addresses, { pageSize: 20, page: 1 }, who.customer.token)
      return Object.fromEntries(list.map(({ _id, usedBy }) => [_id, usedBy]))
    }
    expect(await usedBy()).toEqual({ [who.addressId]: [], [other]: [] })
    const filledIn = await applied(tested, who)
    expect(await usedBy()).toEqual({ [who.addressId]: [{ id: filledIn.id, isPaid: false }], [other]: [] })
    await tested.succeed(contract.payApply, payment(filledIn), who.customer.token)
    expect(await usedBy()).toEqual({ [who.addressId]: [{ id: filledIn.id, isPaid: true }], [other]: [] })
    await tested.work()
    for (const state of ['shipped', 'delivered'] as const) await move(tested, filledIn.id, state)
    expect(await usedBy()).toEqual({ [who.addressId]: [], [other]: [] })
  })

  test('shows the saved address as it is until it is paid for, and the one it was paid with from then on', async () => {
    const who = await applicant(tested)
    const draft = await applied(tested, who)
    await tested.succeed(
      updateAddress,
      { _id: who.addressId, ...home, address: 'Kiln Road 2' },
      who.customer.token,
    )
    const unpaid = await resultOf(tested, who, draft.id)
    expect(unpaid.address.join()).toContain('Kiln Road 2')
    await tested.succeed(contract.payApply, payment(unpaid), who.customer.token)
    await tested.succeed(deleteAddress, { _id: who.addressId }, who.customer.token)
    expect((await resultOf(tested, who, draft.id)).address).toEqual(unpaid.address)
    await tested.work()
    const sent = tested.issuer.orders.get(await referenceOf(tested, draft.id))
    expect(sent).toMatchObject({ embossName: 'Wei Lin', address: { address: 'Kiln Road 2', country: 'CN' } })
  })
})

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
    expect(await told(who)).toEqual(['applying', 'making', 'shipped', 'success'])
  })
})

describe('what the issuer tells', () => {
  const way: OrderState[] = ['approved', 'printing', 'shipped', 'delivered']
  const permutations = (items: readonly number[]): number[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap(item =>
          permutations(items.filter(other => other !== item)).map(rest => [item, ...rest]),
        )

  test('in any order, each twice, ends in the same card and one charge', async () => {
    const { customer } = await applicant(tested, '5000')
    for (const order of permutations([0, 1, 2, 3])) {
      const who = await anotherCard(tested, customer)
      const before = await moneyOf(tested, customer)
      const { id } = await ordered(tested, who)
      const events: Awaited<ReturnType<typeof moveSilently>>[] = []
      for (const state of way) events.push({ ...(await moveSilently(tested, id, state)) })
      for (const place of [...order, ...order]) await tellOrder(tested, events[place] as (typeof events)[0])
      const shown = await resultOf(tested, who, id)
      expect(shown, order.join()).toMatchObject({ status: 'success', tracking: { carrier: 'SF Express' } })
      expect(await moneyOf(tested, customer)).toMatchObject({ wallet: before.wallet - fee, walletHeld: 0n })
      const made = (await physicalCards(who)).filter(({ status }) => status === 'inactive')
      expect(made).toHaveLength(1)
      // Nobody may have more than five.
      await tested.world.db
        .updateTable('cards')
        .set({ status: 'closed' })
        .where('user_id', '=', customer.userId)
        .execute()
    }
  }, 60_000)

  test('and was never heard is found by asking', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    await moveSilently(tested, id, 'approved')
    await moveSilently(tested, id, 'printing')
    const orderOf = async () => ({ outcome: 'unknown' as const })
    await followAll({ ...tested.world, issuer: { ...tested.issuer, orderOf } })
    expect((await resultOf(tested, who, id)).status).toBe('applying')
    await followAll(tested.world)
    expect((await resultOf(tested, who, id)).status).toBe('making')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    for (const state of ['shipped', 'delivered'] as const) await moveSilently(tested, id, state)
    await followAll(tested.world)
    await followAll(tested.world)
    expect((await resultOf(tested, who, id)).status).toBe('success')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
  })

  test('before its own answer came waits for that', async () => {
    const who = await applicant(tested)
    tested.issuer.behaveAt('createPhysicalCard', 'does it and is not heard', 2)
    const { id } = await ordered(tested, who)
    for (const state of ['approved', 'printing'] as const) await move(tested, id, state)
    expect((await resultOf(tested, who, id)).status).toBe('applying')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await workLater(tested)
    await workLater(tested)
    await workLater(tested)
    expect((await resultOf(tested, who, id)).status).toBe('making')
    expect(await physicalCards(who)).toHaveLength(1)
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
  })

  test('a no, at once or later, gives everything back and keeps what was filled in', async () => {
    const who = await applicant(tested)
    tested.issuer.behaveAt('createPhysicalCard', 'declines')
    const failed = await ordered(tested, who)
    expect(failed).toMatchObject({ status: 'fail', reason: 'issuer_refused', can: ['restart'] })
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    const { id } = failed
    const again = await tested.succeed(contract.restartApplyCard, { id }, who.customer.token)
    expect(again).toMatchObject({
      status: 'draft',
      embossName: 'Wei Lin',
      reason: null,
      endTime: null,
      payTime: null,
    })
    const unpaid = await applied(tested, who, { id })
    await tested.succeed(contract.payApply, payment(unpaid), who.customer.token)
    await tested.work()
    await move(tested, id, 'approved')
    await move(tested, id, 'refused', 'name_not_printable')
    expect(await resultOf(tested, who, id)).toMatchObject({
      status: 'fail',
      reason: 'name_not_printable',
      total: '20',
    })
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await physicalCards(who)).toEqual([])
    expect((await billsOf(who)).map(([, , status]) => status)).toEqual(['failed', 'failed', 'done'])
    const texts = (await tested.succeed(messages, { pageSize: 1, page: 1 }, who.customer.token)).list[0]
    expect(texts?.content).toBe(
      'The physical Celadon card was not made: this name cannot be printed on a card. All of 20.00 USDT is back in your wallet. Your details are kept: change them and apply again.',
    )
  })

  test('a no with a code that nobody has words for is told as a plain no', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved')
    await move(tested, id, 'refused', 'moonphase_wrong')
    expect(await resultOf(tested, who, id)).toMatchObject({ status: 'fail', reason: 'issuer_refused' })
    const [told] = (await tested.succeed(messages, { pageSize: 1, page: 1 }, who.customer.token)).list
    expect(told?.content).toContain('the issuer did not approve it')
  })

  test('a no after it was printed, which should not be, refunds what was charged', async () => {
    const who = await applicant(tested)
    const { id, physicalCardId } = await movedTo(tested, who, 'approved', 'printing')
    await move(tested, id, 'refused')
    expect((await resultOf(tested, who, id)).status).toBe('fail')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await physicalCards(who)).toMatchObject([{ id: physicalCardId, status: 'closed' }])
    expect((await billsOf(who)).slice(0, 2)).toMatchObject([
      ['refund', '5', 'done', 'physical'],
      ['refund', '15', 'done', 'physical'],
    ])
  })

  test('of an attempt that is over changes nothing', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'refused')
    const old = { ...(await moveSilently(tested, id, 'delivered')) }
    await tested.succeed(contract.restartApplyCard, { id }, who.customer.token)
    const before = await everything(tested, who.customer)
    await tellOrder(tested, old)
    expect(await everything(tested, who.customer)).toEqual(before)
    const { rows } = await sql<{ handled: boolean }>`
      select handled_at is not null as handled from issuer_events where type = 'order.delivered'
        and payload -> 'data' ->> 'reference' = ${old.reference}`.execute(tested.world.db)
    expect(rows).toEqual([{ handled: true }])
  })
})

describe('opening a card', () => {
  test('is not the way to a physical one', async () => {
    const who = await applicant(tested)
    for (const cardTypeId of ['celadon-physical', 'tenmoku']) {
      const input = { cardTypeId, pin: testPin, requestId: randomUUID() }
      expect(await refusalOf(openCard, input, who)).toEqual(['card_type_disabled', null])
    }
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
  })
})

describe('restarting', () => {
  test('is refused while the card has another application', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'refused')
    const other = await applied(tested, who)
    expect(other.id).not.toBe(id)
    expect(await refusalOf(contract.restartApplyCard, { id }, who)).toEqual([
      'apply_failed',
      { reason: 'wait_pay', id: other.id },
    ])
  })
})

describe('a card that came back', () => {
  test('is mailed again to another address for another fee, once', async () => {
    const who = await applicant(tested)
    const { id, billId } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned')
    const { _id: addressId } = await tested.succeed(saveAddress, abroad, who.customer.token)
    expect(
      await refusalOf(contract.applyCard, form(who, { id, addressId, embossName: 'Other' }), who),
    ).toEqual(['cardholder_fixed', { reason: 'returned' }])
    const elsewhere = await applied(tested, who, { id, addressId })
    expect(elsewhere).toMatchObject({
      status: 'returned',
      makingFee: '0',
      mailingFee: '35',
      total: '35',
      country: 'DE',
    })
    tested.issuer.behaveAt('remail', 'does it and is not heard', 2)
    const again = await tested.succeed(contract.payApply, payment(elsewhere), who.customer.token)
    expect(again).toMatchObject({ status: 'making', makingFee: '15', mailingFee: '40', total: '55' })
    expect(again).toMatchObject({ tracking: null, shipTime: null })
    expect(again.billId).not.toBe(billId)
    expect(await refusalOf(contract.payApply, payment(elsewhere), who)).toEqual([
      'apply_failed',
      { reason: 'making' },
    ])
    await tested.work()
    expect(await moneyOf(tested, who.customer)).toMatchObject({
      wallet: start - fee,
      walletHeld: 35_000_000n,
    })
    await workLater(tested)
    await workLater(tested)
    const order = tested.issuer.orders.get(await referenceOf(tested, id))
    expect(order).toMatchObject({ state: 'printing', address: { country: 'DE', city: 'Meissen' } })
    for (const state of ['shipped', 'delivered'] as const) await move(tested, id, state)
    expect((await resultOf(tested, who, id)).status).toBe('success')
    expect(await moneyOf(tested, who.customer)).toMatchObject({
      wallet: start - fee - 35_000_000n,
      walletHeld: 0n,
    })
    expect(await physicalCards(who)).toHaveLength(1)
    expect(await told(who)).toEqual([
      'applying',
      'making',
      'shipped',
      'returned',
      'remailing',
      'shipped',
      'success',
    ])
  })

  test('that the issuer does not mail again costs nothing and waits for another address', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned')
    tested.issuer.behaveAt('remail', 'declines')
    const shown = await resultOf(tested, who, id)
    await tested.succeed(contract.payApply, payment(shown), who.customer.token)
    await tested.work()
    expect(await resultOf(tested, who, id)).toMatchObject({ status: 'returned', can: ['edit', 'pay'] })
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    expect((await told(who)).at(-1)).toBe('mailing_failed')
  })

  test('after its owner said that it had arrived is believed only while it is not in use', async () => {
    const who = await applicant(tested)
    const { id, physicalCardId } = await movedTo(tested, who, 'approved', 'printing', 'shipped')
    await tested.succeed(contract.finishApply, { id }, who.customer.token)
    const card = { cardId: physicalCardId ?? '' }
    await setStatus(tested.world.db, card, 'active')
    await move(tested, id, 'returned')
    expect((await resultOf(tested, who, id)).status).toBe('success')
    await setStatus(tested.world.db, card, 'inactive')
    await move(tested, id, 'returned')
    expect((await resultOf(tested, who, id)).status).toBe('returned')
  })
})
