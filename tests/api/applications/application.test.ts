import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, deleteAddress, saveAddress, updateAddress } from '../../../src/contract/address.ts'
import * as contract from '../../../src/contract/application.ts'
import { openCard } from '../../../src/contract/card.ts'
import { nouns } from '../../../src/contract/index.ts'
import { newCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  abroad,
  applicant,
  applied,
  everything,
  form,
  home,
  move,
  movedTo,
  paid,
  payment,
  referenceOf,
  resultOf,
} from '../../fixtures/cards/applicant.ts'
import { begin, refusalOf, tested, untouched } from '../../fixtures/cards/applying.ts'
import { moneyOf } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

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
