import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import * as card from '../../../src/contract/card.ts'
import { type CardKind, kindById } from '../../../src/server/cards/kinds.ts'
import { certified, funded, newCustomer, withPin } from '../../fixtures/account/customer.ts'
import { moneyOf, readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { begin, hearAnew, tested } from '../../fixtures/cards/heard-issuer.ts'
import { cost, order } from '../../fixtures/cards/opening-order.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(hearAnew)

describe('opening a card is refused', () => {
  test('in this order: certification, PIN, kind, range, balance; the issuer hears nothing', async () => {
    const customer = await newCustomer(tested)
    const refusal = async (fields: Record<string, unknown> = {}) => {
      const envelope = await tested.send(card.openCard, order(fields), customer.token)
      return 'key' in envelope ? [envelope.key, envelope.data] : [envelope]
    }
    const wrong = { cardTypeId: 'gold', rechargeAmount: '1', pin: 'wrong-pin' }
    expect(await refusal(wrong)).toEqual(['not_certified', null])
    await certified(tested, customer)
    expect(await refusal(wrong)).toEqual(['pin_unset', null])
    await withPin(tested, customer)
    expect(await refusal(wrong)).toMatchObject(['pin_incorrect', { triesLeft: 4 }])
    expect(await refusal({ cardTypeId: 'gold' })).toEqual(['card_type_missing', null])
    expect(await refusal({ cardTypeId: 'tenmoku' })).toEqual(['card_type_disabled', null])
    const range = { min: '10', max: '10000' }
    for (const rechargeAmount of ['9.99', '10000.01', '50.001']) {
      expect(await refusal({ rechargeAmount })).toEqual(['amount_out_of_range', range])
    }
    expect(await refusal()).toEqual(['balance_insufficient', { missing: '55.5' }])
    await funded(tested, { userId: customer.userId, amountMinor: cost - 1n })
    expect(await refusal()).toEqual(['balance_insufficient', { missing: '0.000001' }])
    for (const field of ['fee', 'price', 'cardNo', 'userId']) {
      expect((await refusal({ [field]: '0' }))[0]).toBe('input_invalid')
    }
    expect(tested.issuer.calls).toEqual([])
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: cost - 1n, walletHeld: 0n })
    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(list).toEqual([])
  })

  test('beyond five cards, those on their way included', async () => {
    const customer = await readyCustomer(tested, '100')
    for (let count = 0; count < 5; count++) {
      await tested.succeed(card.openCard, order({ rechargeAmount: undefined }), customer.token)
    }
    expect(await tested.send(card.openCard, order({ rechargeAmount: '0' }), customer.token)).toMatchObject({
      key: 'limit_exceeded',
      data: { limit: '5' },
    })
    await tested.work()
  })

  test('at another total than it costs now, which it names; what was shown before is not taken', async () => {
    const customer = await readyCustomer(tested, '200')
    const open = (total: string) => tested.send(card.openCard, order({ total }), customer.token)
    for (const total of ['0', '55.499999', '55.51'])
      expect(await open(total)).toMatchObject({
        key: 'quote_expired',
        data: { openFee: '5', rechargeFee: '0.5', total: '55.5' },
      })
    const kind = kindById('celadon') as CardKind
    const { openFeeMinor } = kind
    onTestFinished(() => {
      kind.openFeeMinor = openFeeMinor
    })
    kind.openFeeMinor = 7_000_000n
    expect(await open('55.5')).toMatchObject({ key: 'quote_expired', data: { openFee: '7', total: '57.5' } })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 200_000_000n, walletHeld: 0n })
    expect(await open('57.50')).toMatchObject({ code: 1 })
    expect(await moneyOf(tested, customer)).toMatchObject({ walletHeld: 57_500_000n })
    await tested.work()
  })

  test('when its request was sent before with other content', async () => {
    const customer = await readyCustomer(tested, '200')
    const first = order()
    const answer = await tested.succeed(card.openCard, first, customer.token)
    expect(
      await tested.send(card.openCard, { ...first, rechargeAmount: '60' }, customer.token),
    ).toMatchObject({
      key: 'request_changed',
    })
    expect(await tested.succeed(card.openCard, first, customer.token)).toEqual(answer)
    await tested.work()
  })
})
