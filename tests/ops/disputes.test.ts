import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDispute } from '../../src/contract/dispute.ts'
import { maskEmail } from '../../src/server/ops/mask.ts'
import { openedCard, readyCustomer } from '../fixtures/cards/cardholder.ts'
import { disputed, settled, standing } from '../fixtures/cards/contested.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

beforeAll(begin)
afterAll(() => tested.close())

test('ops disputes lists what has not ended, shows what was said, and fails on a number nobody has', async () => {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const { billId } = await settled(tested, { customer, card })
  const id = await disputed(tested, customer, billId)
  const { number } = await tested.succeed(getDispute, { id }, customer.token)
  const { userId, email } = customer
  const [listed, shown] = [await at('ann')('disputes', 'list'), await at('ann')('disputes', 'show', number)]
  expect(listed.rows).toMatchObject([
    { number, user_id: userId, email: maskEmail(email), status: 'sent', amount: '20', reason: 'notReceived' },
  ])
  expect(listed.said + shown.said).not.toContain(email)
  expect(shown.rows).toMatchObject([
    { id, last4: card.last4, lines: [{ text: 'The parcel never came.', status: 'sent' }], pictures: [] },
  ])
  for (const wrong of ['1', 'x', '-1']) {
    expect(await at('ann')('disputes', 'show', wrong)).toMatchObject({ isFailed: true })
  }
  await standing(tested, id, { state: 'lost', version: 2 })
  expect((await at('ann')('disputes', 'list')).rows).toEqual([])
  expect((await at('ann')('disputes', 'list', '--all')).rows).toMatchObject([{ number, status: 'lost' }])
})
