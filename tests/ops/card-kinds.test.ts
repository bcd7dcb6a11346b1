import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyCard, payApply } from '../../src/contract/application.ts'
import { getCardType, openCard, types } from '../../src/contract/card.ts'
import { cardKinds } from '../../src/server/cards/kinds.ts'
import { testPin } from '../fixtures/account/customer.ts'
import { applicant, applied, form, paid, payment, resultOf } from '../fixtures/cards/applicant.ts'
import { readyCustomer } from '../fixtures/cards/cardholder.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

beforeAll(begin)
afterAll(() => tested.close())

const offered = async () => {
  const page = await tested.succeed(types, { pageSize: 100, page: 1, status: 'enable' })
  return page.list.map(({ id }) => id)
}

test('each kind that can be opened is stopped and offered again while the server runs', async () => {
  const customer = await readyCustomer(tested, '1000')
  const before = await offered()
  for (const { id } of cardKinds.filter(({ type }) => type === 'virtual')) {
    const wish = { cardTypeId: id, pin: testPin, requestId: randomUUID() }
    expect((await at('ann')('params', 'stop-card-kind', id)).rows).toEqual([{ id, status: 'disable' }])
    expect(await offered()).toEqual(before.filter(other => other !== id))
    expect(await tested.succeed(getCardType, { id })).toMatchObject({ status: 'disable' })
    expect(await tested.send(openCard, wish, customer.token)).toMatchObject({
      code: 1302,
      key: 'card_type_disabled',
    })
    expect((await at('ann')('params', 'stop-card-kind', id)).isFailed).toBe(true)

    expect((await at('bob')('params', 'offer-card-kind', id)).rows).toEqual([{ id, status: 'enable' }])
    expect(await offered()).toEqual(before)
    const again = await tested.send(openCard, { ...wish, requestId: randomUUID() }, customer.token)
    expect('key' in again ? again.key : null).not.toBe('card_type_disabled')
  }
  const audits = await tested.world.db
    .selectFrom('audits')
    .select(['operator', 'verb'])
    .orderBy('id')
    .execute()
  expect(audits.slice(0, 2)).toEqual([
    { operator: 'ann', verb: 'cardKind.stop' },
    { operator: 'bob', verb: 'cardKind.offer' },
  ])
})

test('a physical kind that is stopped is neither applied for nor paid for; what was paid goes on', async () => {
  const [early, late] = [await applicant(tested), await applicant(tested)]
  const { id } = await paid(tested, early)
  const filledIn = await applied(tested, late)
  const another = await applicant(tested)
  await at('ann')('params', 'stop-card-kind', 'celadon-physical')
  expect(await tested.send(applyCard, form(another), another.customer.token)).toMatchObject({ code: 1302 })
  expect(await tested.send(payApply, payment(filledIn), late.customer.token)).toMatchObject({
    key: 'apply_failed',
    data: { reason: 'card_type_disabled' },
  })
  await tested.work()
  expect(await resultOf(tested, early, id)).toMatchObject({ status: 'applying' })
  await at('ann')('params', 'offer-card-kind', 'celadon-physical')
  expect(await tested.send(payApply, payment(filledIn), late.customer.token)).toMatchObject({ code: 1 })
})

test('a kind that nobody knows is not stopped, and one that was not stopped is not offered again', async () => {
  expect((await at('ann')('params', 'stop-card-kind', 'gold')).isFailed).toBe(true)
  expect((await at('ann')('params', 'offer-card-kind', 'celadon')).isFailed).toBe(true)
})
