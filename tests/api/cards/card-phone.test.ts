import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { detail } from '../../../src/contract/card.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import { readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { activated, begin, type InHand, issued, tested, told, wrong } from '../../fixtures/cards/in-hand.ts'
import { profile } from '../../fixtures/identity/profile.ts'

beforeAll(begin)
afterAll(() => tested.close())

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
