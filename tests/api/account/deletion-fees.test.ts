import { afterAll, beforeAll, expect, test } from 'vitest'
import { fees } from '../../../src/contract/cost.ts'
import { cancelDelete } from '../../../src/contract/deletion.ts'
import { costSumsOf } from '../../../src/server/bills/costs.ts'
import { asked, begin, daysPass, tested } from '../../fixtures/account/leaver.ts'
import { openedCard, readyCustomer } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

test('what is given up with an account costs nothing before its day, and afterwards nobody is there to be told', async () => {
  const customer = await readyCustomer(tested, '9')
  const card = await openedCard(tested, customer)
  await tested.world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', card.cardId).execute()
  const year = String(new Date().getUTCFullYear())
  const opening = [{ kind: 'openFee', currency: 'USDT', amount: '5', count: 1 }]
  const kinds = async () => (await tested.succeed(fees, { zone: 'UTC', year }, customer.token)).kinds
  expect(await kinds()).toEqual(opening)
  await asked(customer, { waive: true })
  expect(await kinds()).toEqual(opening)
  await tested.succeed(cancelDelete, {}, customer.token)
  expect(await kinds()).toEqual(opening)

  await asked(customer, { waive: true })
  await daysPass(customer)
  expect(await tested.send(fees, { zone: 'UTC', year }, customer.token)).toMatchObject({ status: 401 })
  const { userId } = customer
  const kept = await costSumsOf(tested.world.db, { userId, year, timezone: 'UTC' })
  expect(kept.flatMap(({ kind, costMinor }) => (kind ? [[kind, costMinor]] : []))).toEqual([
    ['openFee', 5_000_000n],
    ['waivedRest', 4_000_000n],
  ])
})
