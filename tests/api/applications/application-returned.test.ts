import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveAddress } from '../../../src/contract/address.ts'
import * as contract from '../../../src/contract/application.ts'
import { messages } from '../../../src/contract/message.ts'
import {
  abroad,
  applicant,
  applied,
  form,
  move,
  movedTo,
  payment,
  referenceOf,
  resultOf,
} from '../../fixtures/cards/applicant.ts'
import {
  begin,
  charged,
  fee,
  physicalCards,
  refusalOf,
  start,
  tested,
  told,
  untouched,
} from '../../fixtures/cards/applying.ts'
import { moneyOf, setStatus, workLater } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

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

  test.each([
    ['was mailed again', 1],
    ['is about to be mailed again', 0],
  ])('and %s costs nothing once the issuer takes its order back', async (_name, mailed) => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned')
    if (mailed === 0) tested.issuer.behaveAt('remail', 'does nothing and is not heard')
    const shown = await resultOf(tested, who, id)
    await tested.succeed(contract.payApply, payment(shown), who.customer.token)
    await tested.work()
    expect(await moneyOf(tested, who.customer)).toMatchObject({ walletHeld: mailed ? 0n : 5_000_000n })
    await move(tested, id, 'refused')
    expect((await resultOf(tested, who, id)).status).toBe('fail')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    const { list } = await tested.succeed(
      messages,
      { pageSize: 1, page: 1, noticeType: 'application' },
      who.customer.token,
    )
    expect(list).toMatchObject([{ params: { state: 'fail', amount: '25' } }])
    await workLater(tested)
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
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
